import { Pencil, Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { pluginScopes } from '#domain/gateway-object/form-field.ts';
import { type PanelKind, panelKinds } from '#domain/gateway-object/kind.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { DeleteObject } from './delete-object.tsx';
import {
  AddPluginDialog,
  CertificateDialog,
  EditPluginDialog,
  RouteDialog,
  ServiceDialog,
  UpstreamDialog,
} from './dialogs.ts';
import { nameOf } from './object-name.ts';
import { TakeOver } from './take-over.tsx';

type Open = 'edit' | 'route' | 'plugin' | undefined;

/** Returns the kind of an object that may be changed here; undefined for others, and for what a deployment owns: it is changed there. */
export const changedKindOf = ({ kind, isOwn }: ObjectDetails): PanelKind | undefined =>
  isOwn ? undefined : panelKinds.find((each) => each === kind);

/** What a person may do with an object that is not of this portal. */
export const ObjectActions = ({ object, kind }: Readonly<{ object: ObjectDetails; kind: PanelKind }>) => {
  const t = useLazyTexts('kong-objects');
  const [open, setOpen] = useState<Open>();
  const { gatewayId, id, service, isReadOnly } = object;
  const close = () => setOpen(undefined);
  const isEdited = kind === 'service' || kind === 'plugin' || kind === 'upstream' || (kind === 'route' && service);
  const scope = pluginScopes.find((each) => each === kind);
  const place = scope && { scope, id, name: nameOf(object) };
  return (
    <>
      <DeleteObject object={object} kind={kind} />
      {kind === 'service' && <TakeOver service={object} />}
      {kind === 'service' && (
        <Button disabled={isReadOnly} onClick={() => setOpen('route')}>
          <Plus />
          {t('kong-objects.add-route')}
        </Button>
      )}
      {place && (
        <Button disabled={isReadOnly} onClick={() => setOpen('plugin')}>
          <Plus />
          {t('kong-objects.add-plugin')}
        </Button>
      )}
      {isEdited && (
        <Button disabled={isReadOnly} onClick={() => setOpen('edit')}>
          <Pencil />
          {t('kong-objects.edit')}
        </Button>
      )}
      {kind === 'certificate' && (
        <>
          <Button disabled={isReadOnly} onClick={() => setOpen('edit')}>
            <RefreshCw />
            {t('kong-objects.replace')}
          </Button>
          <CertificateDialog open={open === 'edit'} gatewayId={gatewayId} certificate={object} onDone={close} />
        </>
      )}
      {place && <AddPluginDialog open={open === 'plugin'} gatewayId={gatewayId} place={place} onDone={close} />}
      {kind === 'upstream' && (
        <UpstreamDialog open={open === 'edit'} gatewayId={gatewayId} upstream={object} onDone={close} />
      )}
      {kind === 'plugin' && <EditPluginDialog open={open === 'edit'} plugin={object} onDone={close} />}
      {kind === 'service' && (
        <>
          <ServiceDialog open={open === 'edit'} gatewayId={gatewayId} service={object} onDone={close} />
          <RouteDialog open={open === 'route'} gatewayId={gatewayId} serviceId={id} onDone={close} />
        </>
      )}
      {kind === 'route' && service && (
        <RouteDialog
          open={open === 'edit'}
          gatewayId={gatewayId}
          serviceId={service.id}
          route={object}
          onDone={close}
        />
      )}
    </>
  );
};
