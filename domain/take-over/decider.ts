import type { Decider, Decision } from '../core/decider.ts';
import { refuse } from '../core/problem.ts';
import type { TakeOver, TakeOverCommand, TakeOverEvent } from './take-over.ts';

/** Returns why nothing may be decided about a service now; undefined when it may. */
const refusalOf = ({ status }: TakeOver) => {
  if (status === 'taking') return refuse('conflict', { code: 'take-over.under-way' });
  if (status === 'taken') return refuse('conflict', { code: 'take-over.done' });
  return undefined;
};

const decide = (command: TakeOverCommand, state: TakeOver): Decision<TakeOverEvent> => {
  switch (command.type) {
    case 'RequestTakeOver':
      if (state.isSkipped) return refuse('conflict', { code: 'take-over.skipped' });
      return refusalOf(state) ?? [{ type: 'ServiceTakeOverRequested', data: command.data }];
    case 'SkipService':
      if (state.isSkipped) return [];
      return refusalOf(state) ?? [{ type: 'ServiceSkipped', data: command.data }];
    case 'ReopenService':
      if (state.status === 'taking' && state.hasBegun) return refuse('conflict', { code: 'take-over.begun' });
      return state.isSkipped || state.status === 'taking' ? [{ type: 'ServiceReopened', data: command.data }] : [];
    case 'BeginTakeOver':
    case 'ConfirmTakeOver':
    case 'FailTakeOver': {
      const isAsked = state.status !== 'none' && state.operationId === command.data.operationId;
      // Stopped before it began: the worker has nothing to do.
      if (command.type === 'BeginTakeOver' && !isAsked) return refuse('conflict', { code: 'take-over.stopped' });
      if (!isAsked) return [];
      const { operationId, gatewayId, serviceId, deploymentId } = state;
      const outcome = { operationId, gatewayId, serviceId, deploymentId };
      if (command.type === 'BeginTakeOver')
        return state.hasBegun ? [] : [{ type: 'ServiceTakeOverBegun', data: outcome }];
      if (state.status === 'taken' || (state.status === 'failed' && command.type === 'FailTakeOver')) return [];
      return [
        { type: command.type === 'ConfirmTakeOver' ? 'ServiceTakenOver' : 'ServiceTakeOverFailed', data: outcome },
      ];
    }
    default:
      return command satisfies never;
  }
};

const evolve = (state: TakeOver, event: TakeOverEvent): TakeOver => {
  switch (event.type) {
    case 'ServiceTakeOverRequested':
      return { status: 'taking', ...event.data };
    case 'ServiceTakeOverBegun':
      return { ...state, hasBegun: true };
    case 'ServiceTakenOver': {
      const { isSkipped: _isSkipped, ...taken } = state;
      return taken.status === 'none' ? taken : { ...taken, status: 'taken' };
    }
    case 'ServiceTakeOverFailed':
      return state.status === 'none' ? state : { ...state, status: 'failed' };
    case 'ServiceSkipped':
      return { ...state, isSkipped: true };
    case 'ServiceReopened': {
      const { isSkipped, ...open } = state;
      return isSkipped ? open : { status: 'none' };
    }
    default:
      return event satisfies never;
  }
};

/** What becomes of somebody else's service: nothing yet, a deployment, or nothing until somebody says otherwise. */
export const takeOverDecider: Decider<TakeOver, TakeOverCommand, TakeOverEvent> = {
  noun: 'take-over',
  initialState: { status: 'none' },
  decide,
  evolve,
};
