import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PluginScope, pluginScopes } from '#domain/gateway-object/form-field.ts';
import { type ObjectDetails, objectQueries } from '#domain/gateway-object/schema.ts';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ShownObject } from './moved-since.tsx';
import { nameOf } from './object-name.ts';
import { PluginFields } from './plugin-fields.tsx';
import { type PluginPlace, placeOfPlugin } from './plugin-place.ts';
import { objectListOptions, pluginFormOptions, pluginNamesOptions } from './queries.ts';

/** Objects that are offered. Others are opened, and have a button of their own. */
const mostOffered = 500;

type PlaceProps = Readonly<{
  gatewayId: number;
  scope: PluginScope;
  onChange: (place: PluginPlace) => void;
  id: string | undefined;
}>;

/** Asks which service, route or consumer a plugin works on. Those of deployments are changed at their deployments. */
const ChoosePlace = ({ gatewayId, scope, onChange, id }: PlaceProps) => {
  const t = useLazyTexts('kong-objects');
  const params = objectQueries[scope].parse({
    gatewayId,
    owner: 'others',
    size: mostOffered,
    sort: 'name',
    order: 'asc',
  });
  const { data } = useQuery(objectListOptions(scope, params));
  const rows = data?.data ?? [];
  const label = t(`kong-objects.kind-${scope}`);
  return (
    <Field
      label={label}
      required
      help={data && data.total > mostOffered ? t('kong-objects.place-more') : t('kong-objects.place-help')}
    >
      {(props) => (
        <SelectInput
          {...props}
          label={label}
          value={id}
          options={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
          onChange={(chosen) => {
            const row = rows.find((each) => each.id === chosen);
            onChange(row ? { scope, id: row.id, name: nameOf(row) } : null);
          }}
        />
      )}
    </Field>
  );
};

type DialogProps = Readonly<{
  gatewayId: number;
  name: string;
  place: PluginPlace;
  plugin?: ObjectDetails;
  onDone: () => void;
  onLoad?: ((now: ObjectDetails) => void) | undefined;
}>;

const Drawn = ({ gatewayId, name, place, plugin, onDone, onLoad }: DialogProps) => {
  const drawn = useQuery(pluginFormOptions(gatewayId, name));
  return (
    <QueryView query={drawn} skeleton={<Skeleton className="late h-60 w-full" />}>
      {(form) => (
        <PluginFields
          gatewayId={gatewayId}
          drawn={form}
          place={place}
          plugin={plugin}
          onDone={onDone}
          onLoad={onLoad}
        />
      )}
    </QueryView>
  );
};

/** @property place what the new plugin works on. Undefined: that is asked. */
type AddProps = Readonly<{ gatewayId: number; place?: PluginPlace; onDone: () => void }>;

const Add = ({ gatewayId, place: given, onDone }: AddProps) => {
  const t = useLazyTexts('kong-objects');
  const names = useQuery(pluginNamesOptions(gatewayId));
  const [name, setName] = useState<string>();
  const [scope, setScope] = useState<PluginScope | 'all'>();
  const [chosen, setChosen] = useState<PluginPlace>(null);
  const isAsked = given === undefined;
  const place = isAsked ? chosen : given;
  const isPlaced = !isAsked || scope === 'all' || chosen !== null;
  return (
    <div className="grid gap-4">
      {isAsked && (
        <Field label={t('kong-objects.works-on')} required>
          {(props) => (
            <SelectInput
              {...props}
              label={t('kong-objects.works-on')}
              value={scope}
              options={(['all', ...pluginScopes] as const).map((value) => ({
                value,
                label: t(value === 'all' ? 'kong-objects.all-calls' : `kong-objects.kind-${value}`),
              }))}
              onChange={(next) => {
                setScope(next as PluginScope | 'all');
                setChosen(null);
              }}
            />
          )}
        </Field>
      )}
      {isAsked && scope !== undefined && scope !== 'all' && (
        <ChoosePlace key={scope} gatewayId={gatewayId} scope={scope} id={chosen?.id} onChange={setChosen} />
      )}
      <QueryView query={names} skeleton={<Skeleton className="late h-14 w-full" />}>
        {(found) => (
          <Field label={t('kong-objects.kind-plugin')} required>
            {(props) => (
              <SelectInput
                {...props}
                label={t('kong-objects.kind-plugin')}
                value={name}
                options={found.names.map((each) => ({ value: each, label: each }))}
                onChange={(next) => setName(next === undefined ? undefined : String(next))}
              />
            )}
          </Field>
        )}
      </QueryView>
      {name !== undefined && isPlaced && (
        <Drawn key={name} gatewayId={gatewayId} name={name} place={place} onDone={onDone} />
      )}
    </div>
  );
};

const className = 'max-w-[560px]';

/** Adds a plugin at a gateway: which, where, and its own form. */
export const AddPluginDialog = ({ open, ...props }: AddProps & Readonly<{ open: boolean }>) => {
  const t = useLazyTexts('kong-objects');
  return (
    <FormDialog
      open={open}
      onClose={props.onDone}
      title={t('kong-objects.add-plugin')}
      text={t('kong-objects.plugin-text')}
      className={className}
    >
      <Add {...props} />
    </FormDialog>
  );
};

/** Changes a plugin that is not of this portal. It works on what it worked on. */
export const EditPluginDialog = ({
  open,
  plugin,
  onDone,
}: Readonly<{ open: boolean; plugin: ObjectDetails; onDone: () => void }>) => {
  const t = useLazyTexts('kong-objects');
  const { gatewayId, name } = plugin;
  return (
    <FormDialog
      open={open}
      onClose={onDone}
      title={t('kong-objects.edit-plugin')}
      text={t('kong-objects.plugin-edit-text')}
      className={className}
    >
      <ShownObject object={plugin}>
        {(shown = plugin, load) => (
          <Drawn
            gatewayId={gatewayId}
            name={name}
            place={placeOfPlugin(shown)}
            plugin={shown}
            onDone={onDone}
            onLoad={load}
          />
        )}
      </ShownObject>
    </FormDialog>
  );
};
