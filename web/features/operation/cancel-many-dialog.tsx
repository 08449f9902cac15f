import { cancelBody, type OperationRow } from '#domain/operation/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { DialogForm, FormDialog } from '../../components/form/form-dialog.tsx';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ManyOutcome } from './many-outcome.tsx';
import { cancelManyCommand } from './queries.ts';
import { ReplayReason } from './replay-reason.tsx';
import { type Many, useMany } from './use-many.ts';

const words = { progress: 'desk.cancel-progress', refused: 'desk.cancel-refused' } as const;

type Props = Readonly<{ operations: readonly OperationRow[] }>;
type Asked = Props & Readonly<{ many: Many }>;

/** What would change now: how many would be given up, and how many stay, and why. */
const Preview = ({ operations }: Props) => {
  const t = useLazyTexts('desk', 'operations');
  const errorText = useErrorText();
  const staying = operations.flatMap(({ notCancellable }) => (notCancellable ? [errorText(notCancellable)] : []));
  const prod = operations.filter(
    ({ environment, notCancellable }) => environment === 'PROD' && notCancellable === null,
  ).length;
  return (
    <section aria-label={t('operations.cancel.preview')} className="grid gap-2 text-table">
      <h3 className="font-semibold text-sm">{t('operations.cancel.preview')}</h3>
      <ul className="grid gap-1">
        <li>{t('desk.sum-given-up', { number: operations.length - staying.length })}</li>
        {[...new Set(staying)].map((reason) => (
          <li key={reason} className="[overflow-wrap:anywhere]">
            {t('desk.sum-stays', { number: staying.filter((each) => each === reason).length })} <bdi>{reason}</bdi>
          </li>
        ))}
        {prod > 0 && (
          <li className="flex items-center gap-2 font-medium">
            <EnvironmentTag environment="PROD" /> {prod}
          </li>
        )}
      </ul>
      <p>{t('operations.cancel.preview-text')}</p>
    </section>
  );
};

const Asking = ({ operations, many }: Asked) => {
  const t = useLazyTexts('desk', 'operations');
  const form = useZodForm(cancelBody, { reason: '' }, 'onSubmit');
  const going = operations.filter(({ notCancellable }) => notCancellable === null);
  const submit = form.handleSubmit(({ reason }) =>
    many.run(
      going.map(({ id }) => id),
      reason,
    ),
  );
  return (
    <DialogForm
      onSubmit={(event) => void submit(event)}
      action={t('desk.cancel-many', { number: going.length })}
      leave={t('operations.cancel.leave')}
      isLocked={going.length === 0}
    >
      <Preview operations={operations} />
      <ReplayReason control={form.control} />
    </DialogForm>
  );
};

const Cancellations = ({ operations }: Props) => {
  const command = useCommand(cancelManyCommand);
  const many = useMany((body) => command.run({ body }));
  if (many.progress.state === 'asking') return <Asking operations={operations} many={many} />;
  const going = operations.filter(({ notCancellable }) => notCancellable === null);
  return <ManyOutcome operations={going} many={many} words={words} />;
};

/**
 * Gives up many operations with one reason: what would change, then each by itself, until all are done or somebody stops.
 *
 * @param operations what was chosen when it opened: the list behind it changes while it runs. Undefined: it is closed.
 */
export const CancelManyDialog = ({
  operations,
  onClose,
}: Readonly<{ operations: readonly OperationRow[] | undefined; onClose: () => void }>) => {
  const t = useLazyTexts('desk');
  return (
    <FormDialog
      open={operations !== undefined}
      onClose={onClose}
      title={t('desk.cancel-many', { number: operations?.length ?? 0 })}
      text={t('desk.cancel-text')}
    >
      {operations && <Cancellations operations={operations} />}
    </FormDialog>
  );
};
