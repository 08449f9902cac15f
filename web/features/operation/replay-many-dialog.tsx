import { useQueries } from '@tanstack/react-query';
import { replayOutcomes } from '#domain/operation/desk.ts';
import { type OperationRow, replayBody } from '#domain/operation/schema.ts';
import { isRemoval } from '#domain/operation-kinds/operation-kinds.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { Progress } from '../../components/ui/progress.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ManyOutcome } from './many-outcome.tsx';
import { previewOptions, replayManyCommand } from './queries.ts';
import { ReplayReason } from './replay-reason.tsx';
import { type Many, useMany } from './use-many.ts';
import { useReplaysByTwo } from './use-replays-by-two.ts';

const words = { progress: 'desk.many-progress', refused: 'desk.many-refused' } as const;

type Props = Readonly<{ operations: readonly OperationRow[] }>;

/** The dry run of all of them: how many would change something, fail again or wait. */
const Previews = ({ operations }: Props) => {
  const t = useLazyTexts('desk');
  const previews = useQueries({ queries: operations.map(({ id }) => previewOptions(id)) });
  const known = previews.flatMap(({ data }) => (data ? [data.outcome] : []));
  const total = operations.length;
  const ended = previews.filter(({ isPending }) => !isPending).length;
  const failed = previews.filter(({ isError }) => isError).length;
  const prod = operations.filter(({ environment }) => environment === 'PROD').length;
  return (
    <section aria-label={t('desk.preview')} className="grid gap-2 text-table">
      <h3 className="font-semibold text-sm">{t('desk.preview')}</h3>
      {ended < total && (
        <>
          <p className="text-muted">{t('desk.compared', { done: ended, total })}</p>
          <Progress value={(ended / total) * 100} aria-label={t('desk.preview')} />
        </>
      )}
      <ul aria-live="polite" className="grid gap-1">
        {replayOutcomes.map((outcome) => {
          const number = known.filter((each) => each === outcome).length;
          return number > 0 && <li key={outcome}>{t(`desk.sum-${outcome}`, { number })}</li>;
        })}
        {failed > 0 && <li>{t('desk.sum-unknown', { number: failed })}</li>}
        {prod > 0 && (
          <li className="flex items-center gap-2 font-medium">
            <EnvironmentTag environment="PROD" /> {prod}
          </li>
        )}
      </ul>
    </section>
  );
};

const Asking = ({ operations, many }: Props & { many: Many }) => {
  const t = useLazyTexts('desk');
  const form = useZodForm(replayBody, { reason: '' }, 'onSubmit');
  const approvals = useLazyTexts('approvals');
  const byTwo = useReplaysByTwo(operations);
  const together = operations.filter(
    ({ environment, kind }) => environment && byTwo.includes(environment) && !isRemoval(kind),
  );
  const submit = form.handleSubmit(({ reason }) =>
    many.run(
      operations.map(({ id }) => id),
      reason,
      together.map(({ id }) => id),
    ),
  );
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('desk.replay-many', { number: operations.length })}
      isLocked={false}
    >
      <Previews operations={operations} />
      {byTwo.length > 0 && (
        <p className="text-table">
          {approvals('approvals.ask-replays', { count: together.length, environments: byTwo.join(', ') })}
        </p>
      )}
      <ReplayReason control={form.control} />
    </DialogForm>
  );
};

const Replays = ({ operations }: Props) => {
  const command = useCommand(replayManyCommand);
  const many = useMany((body) => command.run({ body }));
  if (many.progress.state === 'asking') return <Asking operations={operations} many={many} />;
  return <ManyOutcome operations={operations} many={many} words={words} />;
};

/**
 * Replays many operations with one reason: the dry run of all, then each by itself, until all are done or somebody stops.
 *
 * @param operations what was chosen when it opened: the list behind it changes while it runs. Undefined: it is closed.
 */
export const ReplayManyDialog = ({
  operations,
  onClose,
}: Readonly<{ operations: readonly OperationRow[] | undefined; onClose: () => void }>) => {
  const t = useLazyTexts('desk');
  return (
    <FormDialog
      open={operations !== undefined}
      onClose={onClose}
      title={t('desk.replay-many', { number: operations?.length ?? 0 })}
      text={t('desk.many-text')}
    >
      {operations && <Replays operations={operations} />}
    </FormDialog>
  );
};
