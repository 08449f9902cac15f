import { useTranslation } from 'react-i18next';
import type { DifferenceRow, DifferenceState } from '#domain/difference/schema.ts';
import { StatusDot, type StatusTone } from '../../components/text/status-dot.tsx';
import { isRemoved } from './is-removed.ts';

const tones: Readonly<Record<DifferenceState, StatusTone>> = {
  open: 'warning',
  answering: 'info',
  ignored: 'neutral',
  answered: 'success',
};

/** The state of a difference, and what ended it. */
export const DriftState = ({ row }: { row: DifferenceRow }) => {
  const { t } = useTranslation();
  const { state, form, answer } = row;
  const isGone = (answer === 'put-back' && form === 'added') || (answer === 'reapply' && isRemoved(row));
  const ended = isGone ? 'removed' : answer;
  return (
    <StatusDot tone={tones[state]} pulse={state === 'answering'}>
      {state === 'answered' && ended ? t(`drift.ended-${ended}`) : t(`drift.state-${state}`)}
    </StatusDot>
  );
};
