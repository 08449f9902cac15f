import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import { isChange, type Operation, type OperationCommand, type OperationEvent } from './operation.ts';

/** Only a replay of one that failed or waits goes on after this. */
const ended = ({ status }: Operation) =>
  status === 'completed' || status === 'superseded' || status === 'cancelling' || status === 'cancelled';

/** What a failure says when its changes could not be taken back. */
const notRestored = ['gateway.not-restored', 'kafka.not-restored'];

/** Gives an operation up of which nothing is in force. Half of it would stay, and nobody would finish or remove it. */
const cancelled = (
  { reason, cancellable, lasting, takesBack }: Extract<OperationCommand, { type: 'CancelOperation' }>['data'],
  state: Operation,
): Decision<OperationEvent> => {
  if (ended(state)) return refuse('conflict', { code: 'operation.ended' });
  // What was taken away would be open again, and nobody would notice.
  if (lasting) return refuse('conflict', { code: 'operation.removal-stays' });
  // Its last call may be on the way, and its outcome in another stream.
  if (state.status === 'running') return refuse('conflict', { code: 'operation.under-way' });
  if (!cancellable) return refuse('conflict', { code: 'operation.not-cancellable' });
  const count = takesBack ? state.changes.sinceFailure : state.changes.all;
  if (count > 0) return refuse('conflict', { code: 'operation.half-done', parameters: { number: count } });
  return [{ type: 'OperationCancelRequested', data: { reason, replay: state.replay } }];
};

/** Only the current attempt may write. A worker that was thought dead finds that its attempt is over (H2). */
const inAttempt = (state: Operation, attempt: number, events: readonly OperationEvent[]): Decision<OperationEvent> =>
  state.status === 'running' && state.attempt === attempt
    ? events
    : refuse('conflict', { code: 'operation.attempt-over' });

const replayed = (
  { reason, approved }: Extract<OperationCommand, { type: 'ReplayOperation' }>['data'],
  state: Operation,
): Decision<OperationEvent> => {
  if (approved && approved.replay !== state.replay) return refuse('conflict', { code: 'operation.not-replayable' });
  const approval = approved ? { approval: approved.approval } : {};
  return [{ type: 'OperationReplayRequested', data: { replay: state.replay + 1, reason, ...approval } }];
};

const decide = (command: OperationCommand, state: Operation): Decision<OperationEvent> => {
  switch (command.type) {
    case 'StartOperation':
      if (ended(state) || state.status === 'failed') return refuse('conflict', { code: 'operation.ended' });
      return [{ type: 'OperationStarted', data: { attempt: state.attempt + 1, worker: command.data.worker } }];
    case 'PlanOperation':
      return inAttempt(
        state,
        command.data.attempt,
        state.planned ? [] : [{ type: 'OperationPlanned', data: command.data }],
      );
    case 'RecordStep':
      return inAttempt(state, command.data.attempt, [{ type: 'OperationStepApplied', data: command.data }]);
    case 'DelayOperation':
      return inAttempt(state, command.data.attempt, [{ type: 'OperationDelayed', data: command.data }]);
    case 'CompleteOperation':
      return inAttempt(state, command.data.attempt, [{ type: 'OperationCompleted', data: command.data }]);
    case 'SupersedeOperation':
      return inAttempt(state, command.data.attempt, [{ type: 'OperationSuperseded', data: command.data }]);
    case 'FailOperation':
      return inAttempt(state, command.data.attempt, [{ type: 'OperationFailed', data: command.data }]);
    case 'CancelOperation':
      return cancelled(command.data, state);
    case 'EndCancelledOperation':
      return state.status === 'cancelling'
        ? [{ type: 'OperationCancelled', data: {} }]
        : refuse('conflict', { code: 'operation.ended' });
    case 'ReplayOperation':
      if (state.status !== 'failed' && state.status !== 'waiting')
        return refuse('conflict', { code: 'operation.not-replayable' });
      return replayed(command.data, state);
    default:
      return command satisfies never;
  }
};

type DataOf<Type extends OperationEvent['type']> = Extract<OperationEvent, { type: Type }>['data'];

const oneMore = ({ all, sinceFailure }: Operation['changes']) => ({ all: all + 1, sinceFailure: sinceFailure + 1 });

/** A failure for good takes back what was done, or says that it could not. One that tried too often tries to once, and says nothing. */
const afterFailure = (
  { class: failureClass, problems }: DataOf<'OperationFailed'>,
  changes: Operation['changes'],
): Operation['changes'] =>
  failureClass === 'permanent' && !problems.some(({ code }) => notRestored.includes(code))
    ? { ...changes, sinceFailure: 0 }
    : changes;

const evolve = (state: Operation, event: OperationEvent): Operation => {
  switch (event.type) {
    case 'OperationStarted':
      return { ...state, status: 'running', attempt: event.data.attempt };
    case 'OperationPlanned':
      return { ...state, planned: true };
    case 'OperationStepApplied':
      return isChange(event.data.result) ? { ...state, changes: oneMore(state.changes) } : state;
    case 'OperationDelayed':
      return { ...state, status: 'waiting' };
    case 'OperationCompleted':
      return { ...state, status: 'completed' };
    case 'OperationSuperseded':
      return { ...state, status: 'superseded' };
    case 'OperationFailed':
      return { ...state, status: 'failed', changes: afterFailure(event.data, state.changes) };
    case 'OperationCancelRequested':
      return { ...state, status: 'cancelling' };
    case 'OperationCancelled':
      return { ...state, status: 'cancelled' };
    case 'OperationReplayRequested':
      return { ...state, status: 'requested', replay: event.data.replay, planned: false };
    default:
      return state;
  }
};

export const operationDecider: Decider<Operation, OperationCommand, OperationEvent> = {
  noun: 'operation',
  initialState: { status: 'requested', attempt: 0, replay: 0, planned: false, changes: { all: 0, sinceFailure: 0 } },
  closedBy: ['OperationCancelRequested'],
  decide,
  evolve,
};
