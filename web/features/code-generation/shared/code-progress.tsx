import { useTranslation } from 'react-i18next';
import { isFinal, type OperationRow } from '#domain/operation/schema.ts';
import { Button } from '../../../components/ui/button.tsx';
import { DialogFooter } from '../../../components/ui/dialog.tsx';
import { OperationStepper } from '../../operation/shared/operation-stepper.tsx';
import { DownloadCode } from './download-code.tsx';

type Props = Readonly<{
  operationId: string;
  /** Undefined until it is loaded. */
  operation: OperationRow | undefined;
  isReady: boolean;
  onAgain: () => void;
  onClose: () => void;
}>;

/** The state of a requested generation, then the archive, or the reason of a failure. */
export const CodeProgress = ({ operationId, operation, isReady, onAgain, onClose }: Props) => {
  const { t } = useTranslation();
  const hasEnded = operation !== undefined && isFinal(operation.state);
  return (
    <>
      {operation && (
        <section aria-label={t('operations.steps-title')}>
          <OperationStepper operation={operation} />
        </section>
      )}
      {!hasEnded && <p className="text-muted text-table">{t('codegen.working')}</p>}
      {isReady && <DownloadCode operationId={operationId} />}
      <DialogFooter>
        {hasEnded && <Button onClick={onAgain}>{t('codegen.again')}</Button>}
        <Button onClick={onClose}>{t('common.close')}</Button>
      </DialogFooter>
    </>
  );
};
