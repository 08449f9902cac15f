import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PanelKind } from '#domain/gateway-object/kind.ts';
import { effectOf } from '#domain/gateway-object/plugin-effect.ts';
import type { ObjectDetails } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog } from '../../components/layout/confirm-dialog.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { deletionOf } from './commands.ts';
import { nameOf } from './object-name.ts';
import { EffectOnCallers } from './plugin-preview.tsx';

/** Names at most so many of what stops working. The panel has all. */
const mostNamed = 5;

/** Asks, with what stops working, then has an object deleted at its gateway. */
export const DeleteObject = ({ object, kind }: Readonly<{ object: ObjectDetails; kind: PanelKind }>) => {
  const t = useLazyTexts('kong-objects');
  const { close } = useDock();
  const [open, setOpen] = useState(false);
  const command = useCommand(deletionOf(kind));
  const { id, gatewayId, seen, gatewayName } = object;
  // The table has a certificate's names at once, and the objects that the gateway makes of them with its next look.
  const below =
    kind === 'certificate'
      ? (object.snis ?? []).map((name) => ({ kind: 'sni' as const, id: name, name }))
      : object.related.filter(({ isBelow }) => isBelow);
  const isDone = command.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the operation has completed
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  const confirm = async () => {
    await command.run({ parameters: { id }, query: { gatewayId, seen } });
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="quiet"
        className="me-auto text-danger"
        disabled={command.state === 'working' || object.isReadOnly}
        onClick={() => setOpen(true)}
      >
        <Trash2 />
        {t('kong-objects.delete')}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t('kong-objects.delete-title', { name: nameOf(object) })}
        text={
          <>
            <p>{t('kong-objects.delete-text', { gateway: gatewayName })}</p>
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
        }
        action={t('kong-objects.delete-action')}
        isPending={command.state === 'sending'}
        onConfirm={() => void confirm()}
      />
    </>
  );
};
