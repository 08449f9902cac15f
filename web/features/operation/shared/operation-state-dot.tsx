import { useTranslation } from 'react-i18next';
import { isFinal, type OperationState } from '#domain/operation/schema.ts';
import { StatusDot, type StatusTone } from '../../../components/text/status-dot.tsx';

const tones: Record<OperationState, StatusTone> = {
  requested: 'info',
  started: 'info',
  waiting: 'warning',
  completed: 'success',
  superseded: 'neutral',
  failed: 'danger',
  cancelling: 'info',
  cancelled: 'neutral',
};

/** @param overdue whether it is late, which is shown as an alarm. */
export const OperationStateDot = ({ state, overdue = false }: { state: OperationState; overdue?: boolean }) => {
  const { t } = useTranslation();
  return (
    <StatusDot tone={overdue ? 'danger' : tones[state]} pulse={!isFinal(state)}>
      {t(`operations.state.${state}`)}
      {overdue && <span className="font-medium text-danger">{t('operations.overdue')}</span>}
    </StatusDot>
  );
};
