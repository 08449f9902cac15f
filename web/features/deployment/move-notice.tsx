import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MoveView } from '#domain/deployment/move.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { Code } from '../../components/text/code.tsx';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Callers } from './move-callers.tsx';
import { MoveEndPlan } from './move-end.tsx';
import { moveOptions } from './shared/move-queries.ts';

type Moving = NonNullable<DeploymentRow['moving']>;
type Props = Readonly<{
  deployment: DeploymentRow;
  moving: Moving;
  /** Asks before a deployment ends. Undefined if the user may not end it. */
  onEnd: ((id: number) => void) | undefined;
}>;

const Box = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => (
  <section aria-label={title} className="grid gap-2 rounded-card bg-info/8 px-3 py-2.5 text-table">
    <h4 className="flex items-center gap-2 font-medium">
      <ArrowRightLeft className="size-4 shrink-0 text-info" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
    </h4>
    {children}
  </section>
);

const Address = ({ url }: Pick<Moving, 'url'>) => (
  <p className="flex items-center gap-1">
    <Code>{url}</Code>
    <CopyButton value={url} label={url} />
  </p>
);

const Progress = ({ move, url }: Readonly<{ move: MoveView; url: string }>) => {
  const t = useLazyTexts('moving');
  const { follower, keys, callers } = move;
  if (!follower.serves)
    return <p role="status">{t(follower.state === 'failed' ? 'moving.failed' : 'moving.making')}</p>;
  const { total, behind } = keys;
  return (
    <>
      <p>{t('moving.answers')}</p>
      <Address url={url} />
      <p role="status">
        {behind === 0 ? t('moving.keys-level', { total }) : t('moving.keys-behind', { total, behind })}
      </p>
      <p>{t('moving.point')}</p>
      <Callers callers={callers} />
    </>
  );
};

/** How far the move is, at the deployment that moves, with its end and its undoing. */
const Leading = ({ deployment, moving, onEnd }: Props) => {
  const t = useLazyTexts('moving');
  const { data: move } = useQuery(moveOptions(deployment.id));
  const isLevel = move?.follower.state === 'deployed' && move.follower.hasForm && move.keys.behind === 0;
  return (
    <Box title={t('moving.leads-title', { gateway: moving.gateway ?? '' })}>
      {move && <Progress move={move} url={moving.url} />}
      {move?.follower.serves && (
        <MoveEndPlan deploymentId={deployment.id} end={move.end} isHeard={move.isHeard} mayEnd={onEnd !== undefined} />
      )}
      {onEnd && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={!isLevel || deployment.isReadOnly} onClick={() => onEnd(deployment.id)}>
            {t('moving.end')}
          </Button>
          <Button size="small" onClick={() => onEnd(moving.id)}>
            {t('moving.undo')}
          </Button>
        </div>
      )}
    </Box>
  );
};

/** Says at each of the two deployments of a move what it is. Callers learn the new address. */
export const MoveNotice = ({ deployment, moving, onEnd }: Props) => {
  const t = useLazyTexts('moving');
  if (moving.gateway === null)
    return (
      <Box title={t(moving.isLeader ? 'moving.reader-leads' : 'moving.reader-follows')}>
        <Address url={moving.url} />
      </Box>
    );
  if (moving.isLeader) return <Leading deployment={deployment} moving={moving} onEnd={onEnd} />;
  return (
    <Box title={t('moving.follows-title', { gateway: moving.gateway })}>
      <p>{t('moving.follows-text')}</p>
    </Box>
  );
};
