import { useQueries } from '@tanstack/react-query';
import { replayOutcomes } from '#domain/operation/desk.ts';
import type { OperationRow } from '#domain/operation/schema.ts';
import { isRemoval } from '#domain/operation-kinds/operation-kinds.ts';
import { useCommand } from '../../api/use-command.ts';
import { Progress } from '../../components/ui/progress.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { DecideMany, DryRun, ManyDialog, type ManyDialogProps } from './many-dialog.tsx';
import { previewOptions, replayManyCommand } from './queries.ts';
import { useReplaysByTwo } from './use-replays-by-two.ts';

type Props = Readonly<{ operations: readonly OperationRow[] }>;

/** How many would change something, fail again or wait. */
const Previews = ({ operations }: Props) => {
  const t = useLazyTexts('desk');
  const previews = useQueries({ queries: operations.map(({ id }) => previewOptions(id)) });
  const known = previews.flatMap(({ data }) => (data ? [data.outcome] : []));
  const total = operations.length;
  const ended = previews.filter(({ isPending }) => !isPending).length;
  const failed = previews.filter(({ isError }) => isError).length;
  return (
    <DryRun
      title={t('desk.preview')}
      going={operations}
      progress={
        ended < total && (
          <>
            <p className="text-muted">{t('desk.compared', { done: ended, total })}</p>
            <Progress value={(ended / total) * 100} aria-label={t('desk.preview')} />
          </>
        )
      }
    >
      {replayOutcomes.map((outcome) => {
        const number = known.filter((each) => each === outcome).length;
        return number > 0 && <li key={outcome}>{t(`desk.sum-${outcome}`, { number })}</li>;
      })}
      {failed > 0 && <li>{t('desk.sum-unknown', { number: failed })}</li>}
    </DryRun>
  );
};

const Replays = ({ operations }: Props) => {
  const approvals = useLazyTexts('approvals');
  const { run } = useCommand(replayManyCommand);
  const byTwo = useReplaysByTwo(operations);
  const together = operations.flatMap(({ id, environment, kind }) =>
    environment && byTwo.includes(environment) && !isRemoval(kind) ? [id] : [],
  );
  return (
    <DecideMany doing="replay" going={operations} together={together} send={(body) => run({ body })}>
      <Previews operations={operations} />
      {byTwo.length > 0 && (
        <p className="text-table">
          {approvals('approvals.ask-replays', { count: together.length, environments: byTwo.join(', ') })}
        </p>
      )}
    </DecideMany>
  );
};

/** Replays many operations with one reason: the dry run of all, then each by itself. */
export const ReplayManyDialog = (props: ManyDialogProps) => (
  <ManyDialog {...props} doing="replay">
    {(operations) => <Replays operations={operations} />}
  </ManyDialog>
);
