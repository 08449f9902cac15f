import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { Operation, OperationCommand, OperationEvent } from './operation.ts';

const ended = (state: Operation) => state.status === 'completed' || state.status === 'superseded';

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
    case 'ReplayOperation':
      if (state.status !== 'failed' && state.status !== 'waiting')
        return refuse('conflict', { code: 'operation.not-replayable' });
      return replayed(command.data, state);
    default:
      return command satisfies never;
  }
};

const evolve = (state: Operation, event: OperationEvent): Operation => {
  switch (event.type) {
    case 'OperationStarted':
      return { ...state, status: 'running', attempt: event.data.attempt };
    case 'OperationPlanned':
      return { ...state, planned: true };
    case 'OperationDelayed':
      return { ...state, status: 'waiting' };
    case 'OperationCompleted':
      return { ...state, status: 'completed' };
    case 'OperationSuperseded':
      return { ...state, status: 'superseded' };
    case 'OperationFailed':
      return { ...state, status: 'failed' };
    case 'OperationReplayRequested':
      return { ...state, status: 'requested', replay: event.data.replay, planned: false };
    default:
      return state;
  }
};

export const operationDecider: Decider<Operation, OperationCommand, OperationEvent> = {
  noun: 'operation',
  initialState: { status: 'requested', attempt: 0, replay: 0, planned: false },
  decide,
  evolve,
};
