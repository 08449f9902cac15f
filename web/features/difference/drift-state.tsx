import { useTranslation } from 'react-i18next';
import type { DifferenceRow, DifferenceState } from '#domain/difference/schema.ts';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';

const tones: Readonly<Record<DifferenceState, StatusTone>> = {
  open: 'warning',
  answering: 'info',
  ignored: 'neutral',
  answered: 'success',
};

/** The state of a difference, and what ended it. */
export const DriftState = ({ row: { state, form, answer } }: { row: DifferenceRow }) => {
  const { t } = useTranslation();
  const ended = answer === 'put-back' && form === 'added' ? 'removed' : answer;
  return (
    <StatusDot tone={tones[state]} pulse={state === 'answering'}>
      {state === 'answered' && ended ? t(`drift.ended-${ended}`) : t(`drift.state-${state}`)}
    </StatusDot>
  );
};
