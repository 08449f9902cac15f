import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { TakeOver, TakeOverCommand, TakeOverEvent } from './take-over.ts';

const decide = (command: TakeOverCommand, state: TakeOver): Decision<TakeOverEvent> => {
  switch (command.type) {
    case 'RequestTakeOver':
      if (state.status === 'taking') return refuse('conflict', { code: 'take-over.under-way' });
      if (state.status === 'taken') return refuse('conflict', { code: 'take-over.done' });
      return [{ type: 'ServiceTakeOverRequested', data: command.data }];
    case 'ConfirmTakeOver':
    case 'FailTakeOver': {
      if (state.status === 'none') return [];
      const { operationId, gatewayId, serviceId, deploymentId } = state;
      const isDone = state.status === 'taken' || (state.status === 'failed' && command.type === 'FailTakeOver');
      if (isDone || operationId !== command.data.operationId) return [];
      const type = command.type === 'ConfirmTakeOver' ? 'ServiceTakenOver' : 'ServiceTakeOverFailed';
      return [{ type, data: { operationId, gatewayId, serviceId, deploymentId } }];
    }
    default:
      return command satisfies never;
  }
};

const evolve = (state: TakeOver, event: TakeOverEvent): TakeOver => {
  switch (event.type) {
    case 'ServiceTakeOverRequested':
      return { status: 'taking', ...event.data };
    case 'ServiceTakenOver':
      return state.status === 'none' ? state : { ...state, status: 'taken' };
    case 'ServiceTakeOverFailed':
      return state.status === 'none' ? state : { ...state, status: 'failed' };
    default:
      return event satisfies never;
  }
};

/** What becomes of somebody else's service: nothing yet, or a deployment. */
export const takeOverDecider: Decider<TakeOver, TakeOverCommand, TakeOverEvent> = {
  noun: 'take-over',
  initialState: { status: 'none' },
  decide,
  evolve,
};
