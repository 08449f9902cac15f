import type { HistoryPlace } from '../core/history.ts';
import type { OperationEvent } from './operation.ts';

/** The place of each event in an API's history. */
export const operationHistory = {
  OperationReplayRequested: 'operation',
  OperationCancelRequested: 'operation',
  OperationCancelled: 'outcome',
  OperationCompleted: 'outcome',
  OperationFailed: 'outcome',
  OperationSuperseded: 'outcome',
  OperationStarted: 'step',
  OperationPlanned: 'step',
  OperationStepApplied: 'step',
  OperationDelayed: 'step',
} as const satisfies Record<OperationEvent['type'], HistoryPlace>;
