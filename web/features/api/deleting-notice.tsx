import { useTranslation } from 'react-i18next';
import { OperationProgress } from '../operation/shared/operation-progress.tsx';

/** Shows the progress of a deletion above everything else about the API. */
export const DeletingNotice = ({ operationId }: { operationId: string }) => {
  const { t } = useTranslation();
  return (
    <div className="grid shrink-0 gap-3 rounded-card border border-border bg-surface p-4">
      <p className="text-table">{t('apis.deleting-text')}</p>
      <OperationProgress operationId={operationId} />
    </div>
  );
};
