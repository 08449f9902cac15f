import type { OperationRow } from '#domain/operation/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { DecideMany, DryRun, ManyDialog, type ManyDialogProps } from './many-dialog.tsx';
import { cancelManyCommand } from './queries.ts';

/** How many would be given up, and how many stay, and why. */
const Cancellations = ({ operations }: Readonly<{ operations: readonly OperationRow[] }>) => {
  const t = useLazyTexts('desk', 'operations');
  const errorText = useErrorText();
  const { run } = useCommand(cancelManyCommand);
  const going = operations.filter(({ notCancellable }) => notCancellable === null);
  const staying = operations.flatMap(({ notCancellable }) => (notCancellable ? [errorText(notCancellable)] : []));
  return (
    <DecideMany doing="cancel" going={going} send={(body) => run({ body })}>
      <DryRun title={t('operations.cancel.preview')} going={going}>
        <li>{t('desk.sum-given-up', { number: going.length })}</li>
        {[...new Set(staying)].map((reason) => (
          <li key={reason} className="[overflow-wrap:anywhere]">
            {t('desk.sum-stays', { number: staying.filter((each) => each === reason).length })} <bdi>{reason}</bdi>
          </li>
        ))}
      </DryRun>
      <p className="text-table">{t('operations.cancel.preview-text')}</p>
    </DecideMany>
  );
};

/** Gives up many operations with one reason. */
export const CancelManyDialog = (props: ManyDialogProps) => (
  <ManyDialog {...props} doing="cancel">
    {(operations) => <Cancellations operations={operations} />}
  </ManyDialog>
);
