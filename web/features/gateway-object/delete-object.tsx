import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PanelKind } from '#domain/gateway-object/kind.ts';
import { effectOf } from '#domain/gateway-object/plugin-effect.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { deletionOf } from './commands.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { MovedSince, ShownObject } from './moved-since.tsx';
import { nameOf } from './object-name.ts';
import { EffectOnCallers } from './plugin-preview.tsx';

/** Names at most so many of what stops working. The panel has all. */
const mostNamed = 5;

type Asked = Readonly<{ object: ObjectDetails; kind: PanelKind }>;

/** Says what stops working. */
const Effect = ({ object, kind }: Asked) => {
  const t = useLazyTexts('kong-objects');
  // The table has a certificate's names at once, and the objects that the gateway makes of them with its next look.
  const below =
    kind === 'certificate'
      ? (object.snis ?? []).map((name) => ({ kind: 'sni' as const, id: name, name }))
      : object.related.filter(({ isBelow }) => isBelow);
  return (
    <>
      <p>{t('kong-objects.delete-text', { gateway: object.gatewayName })}</p>
      {kind === 'plugin' && (
        <EffectOnCallers
          effect={effectOf({ name: object.name, enabled: object.enabled, config: object.body.config }, undefined)}
        />
      )}
      {below.length > 0 && (
        <>
          <p className="mt-2 font-medium">{t('kong-objects.below')}</p>
          <ul className="mt-1 grid gap-1">
            {below.slice(0, mostNamed).map((other) => (
              <li key={`${other.kind}/${other.id}`}>
                {t(`kong-objects.kind-${other.kind}`)} <bdi className="font-medium">{nameOf(other)}</bdi>
              </li>
            ))}
          </ul>
          {below.length > mostNamed && <p>{t('kong-objects.more', { count: below.length - mostNamed })}</p>}
        </>
      )}
    </>
  );
};

type DialogProps = Asked &
  Readonly<{
    open: boolean;
    onOpenChange: (open: boolean) => void;
    onLoad: (now: ObjectDetails) => void;
    onWorking: (isWorking: boolean) => void;
  }>;

const Dialog = ({ object, kind, open, onOpenChange, onLoad, onWorking }: DialogProps) => {
  const t = useLazyTexts('kong-objects');
  const { close } = useDock();
  const command = useCommand(deletionOf(kind));
  const { id, gatewayId, seen } = object;
  const isWorking = command.state === 'working';
  useEffect(() => onWorking(isWorking), [onWorking, isWorking]);
  return (
    <DeletionDialog
      title={t('kong-objects.delete-title', { name: nameOf(object) })}
      text={<Effect object={object} kind={kind} />}
      moved={<MovedSince operation={command.operation} shown={object} onLoad={onLoad} />}
      command={command}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => (await command.run({ parameters: { id }, query: { gatewayId, seen } })) !== undefined}
      onDone={close}
    />
  );
};

/** Asks, with what stops working, then has an object deleted at its gateway. */
export const DeleteObject = ({ object, kind }: Asked) => {
  const t = useLazyTexts('kong-objects');
  const [open, setOpen] = useState(false);
  const [isWorking, setWorking] = useState(false);
  // Each time it begins with the object as it is then; what is under way goes on.
  const [asked, setAsked] = useState<Readonly<{ time: number; object: ObjectDetails }>>();
  const ask = () => {
    if (!isWorking) setAsked({ time: (asked?.time ?? 0) + 1, object });
    setOpen(true);
  };
  return (
    <>
      <Button variant="quiet" className="me-auto text-danger" disabled={object.isReadOnly} onClick={ask}>
        <Trash2 />
        {t('kong-objects.delete')}
      </Button>
      {asked && (
        <ShownObject key={asked.time} object={asked.object}>
          {(shown, load) =>
            shown && (
              <Dialog
                object={shown}
                kind={kind}
                open={open}
                onOpenChange={setOpen}
                onLoad={load}
                onWorking={setWorking}
              />
            )
          }
        </ShownObject>
      )}
    </>
  );
};
