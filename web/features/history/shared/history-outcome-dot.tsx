import type { HistoryOutcome, HistoryRow } from '#domain/history/schema.ts';
import type { OperationState } from '#domain/operation/schema.ts';
import { OperationStateDot } from '../../operation/shared/operation-state-dot.tsx';

const states = {
  pending: 'started',
  done: 'completed',
  failed: 'failed',
  superseded: 'superseded',
  cancelled: 'cancelled',
} as const satisfies Record<HistoryOutcome, OperationState>;

/** The outcome at the gateway. Empty if the entry needed no operation. */
export const HistoryOutcomeDot = ({ outcome }: Pick<HistoryRow, 'outcome'>) =>
  outcome && <OperationStateDot state={states[outcome]} />;
