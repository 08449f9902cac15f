import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ObjectDetails, UpstreamTarget } from '#domain/gateway-object/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Code } from '../../components/text/code.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { deleteTargetCommand } from './commands.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { TargetDialog } from './dialogs.ts';
import { MovedTarget, ShownObject } from './moved-since.tsx';
import { targetsOptions } from './queries.ts';

/** What the gateway says of a target's health, as far as the portal has words for it. */
const known = ['HEALTHY', 'UNHEALTHY', 'DNS_ERROR', 'HEALTHCHECKS_OFF'] as const;

const Health = ({ health }: { health: string | null }) => {
  const t = useLazyTexts('kong-objects');
  if (health === null) return null;
  const word = known.find((each) => each === health);
  return <Badge>{word ? t(`kong-objects.health-${word}`) : health}</Badge>;
};

type RemovalProps = Readonly<{
  upstream: ObjectDetails;
  target: UpstreamTarget;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLoad: (now: UpstreamTarget) => void;
}>;

const Removal = ({ upstream: { id: upstreamId, gatewayId }, target, open, onOpenChange, onLoad }: RemovalProps) => {
  const t = useLazyTexts('kong-objects');
  const command = useCommand(deleteTargetCommand);
  const query = { gatewayId, seen: target.seen, upstreamId };
  return (
    <DeletionDialog
      title={t('kong-objects.remove-target-title', { name: target.target })}
      text={t('kong-objects.remove-target-text')}
      moved={
        <MovedTarget
          operation={command.operation}
          shown={target}
          gatewayId={gatewayId}
          upstreamId={upstreamId}
          onLoad={onLoad}
        />
      }
      command={command}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={async () => (await command.run({ parameters: { id: target.id }, query })) !== undefined}
      onDone={() => onOpenChange(false)}
    />
  );
};

type RowProps = Readonly<{ upstream: ObjectDetails; target: UpstreamTarget; onEdit: () => void }>;

const Row = ({ upstream, target, onEdit }: RowProps) => {
  const t = useLazyTexts('kong-objects');
  const [open, setOpen] = useState(false);
  // Each time it begins with the target as it is then.
  const [asked, setAsked] = useState<Readonly<{ time: number; target: UpstreamTarget }>>();
  const ask = () => {
    setAsked({ time: (asked?.time ?? 0) + 1, target });
    setOpen(true);
  };
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1">
        <Code>{target.target}</Code>
      </span>
      <Health health={target.health} />
      <span className="text-muted tabular-nums">
        {t('kong-objects.weight')} {target.weight}
      </span>
      {!upstream.isOwn && !target.isOwn && (
        <span className="flex">
          <Button
            variant="quiet"
            size="icon-small"
            aria-label={t('kong-objects.edit-target-named', { name: target.target })}
            disabled={upstream.isReadOnly}
            onClick={onEdit}
          >
            <Pencil />
          </Button>
          <Button
            variant="quiet"
            size="icon-small"
            className="text-danger"
            aria-label={t('kong-objects.remove-target-named', { name: target.target })}
            disabled={upstream.isReadOnly}
            onClick={ask}
          >
            <Trash2 />
          </Button>
        </span>
      )}
      {asked && (
        <ShownObject key={asked.time} object={asked.target}>
          {(shown, load) =>
            shown && <Removal upstream={upstream} target={shown} open={open} onOpenChange={setOpen} onLoad={load} />
          }
        </ShownObject>
      )}
    </li>
  );
};

/** The targets of an upstream, as its gateway has them now. */
export const UpstreamTargets = ({ upstream }: { upstream: ObjectDetails }) => {
  const t = useLazyTexts('kong-objects');
  const { gatewayId, id } = upstream;
  const query = useQuery(targetsOptions(gatewayId, id));
  const [opened, setOpened] = useState<UpstreamTarget | 'new'>();
  return (
    <section className="border-border border-t pt-4 text-table">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold text-sm">{t('kong-objects.targets')}</h3>
        {!upstream.isOwn && (
          <Button size="small" disabled={upstream.isReadOnly} onClick={() => setOpened('new')}>
            <Plus />
            {t('kong-objects.add-target')}
          </Button>
        )}
      </div>
      <QueryView query={query} skeleton={<Skeleton className="late h-14 w-full" />}>
        {({ targets }) =>
          targets.length === 0 ? (
            <p className="text-muted">{t('kong-objects.no-targets')}</p>
          ) : (
            <ul className="grid gap-2">
              {targets.map((target) => (
                <Row key={target.id} upstream={upstream} target={target} onEdit={() => setOpened(target)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <TargetDialog
        open={opened !== undefined}
        gatewayId={gatewayId}
        upstreamId={id}
        target={opened === 'new' ? undefined : opened}
        onDone={() => setOpened(undefined)}
      />
    </section>
  );
};
