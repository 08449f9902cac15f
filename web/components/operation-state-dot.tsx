import { useTranslation } from 'react-i18next';
import { isFinal, type OperationState } from '#domain/operation/schema.ts';
import { StatusDot, type StatusTone } from './status-dot.tsx';

const tones: Record<OperationState, StatusTone> = {
  requested: 'info',
  started: 'info',
  waiting: 'warning',
  completed: 'success',
  superseded: 'neutral',
  failed: 'danger',
};

export const OperationStateDot = ({ state }: { state: OperationState }) => {
  const { t } = useTranslation();
  return (
    <StatusDot tone={tones[state]} pulse={!isFinal(state)}>
      {t(`operations.state.${state}`)}
    </StatusDot>
  );
};
