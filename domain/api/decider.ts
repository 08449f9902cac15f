import type { Decider, Decision } from '../core/decider.ts';
import { missing, refuse } from '../core/problem.ts';
import type { Api, ApiCommand, ApiDetails, ApiEvent } from './api.ts';

const sameDetails = (a: ApiDetails, b: ApiDetails) =>
  a.name === b.name &&
  a.description === b.description &&
  a.sourceRepo === b.sourceRepo &&
  a.businessAreaId === b.businessAreaId;

const decide = (command: ApiCommand, state: Api): Decision<ApiEvent> => {
  if (command.type === 'PublishApi') {
    return state.status === 'none'
      ? [{ type: 'ApiPublished', data: command.data }]
      : refuse('conflict', { code: 'api.exists' });
  }
  if (state.status !== 'published') return missing();
  const { apiId } = state;
  switch (command.type) {
    case 'UpdateApi': {
      const events: ApiEvent[] = [];
      if (command.data.spec && command.data.spec.hash !== state.spec.hash) {
        events.push({ type: 'ApiSpecChanged', data: { apiId, revision: state.revision + 1, spec: command.data.spec } });
      }
      if (!sameDetails(command.data.details, state.details)) {
        events.push({ type: 'ApiDetailsChanged', data: { apiId, from: state.details, to: command.data.details } });
      }
      return events;
    }
    case 'DeleteApi':
      return [{ type: 'ApiDeleted', data: { apiId } }];
    default:
      return command satisfies never;
  }
};

const evolve = (state: Api, event: ApiEvent): Api => {
  if (event.type === 'ApiPublished') return { status: 'published', ...event.data, revision: 1 };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ApiSpecChanged':
      return { ...state, spec: event.data.spec, revision: event.data.revision };
    case 'ApiDetailsChanged':
      return { ...state, details: event.data.to };
    case 'ApiDeleted':
      return { ...state, status: 'deleted' };
    default:
      return state;
  }
};

export const apiDecider: Decider<Api, ApiCommand, ApiEvent> = {
  noun: 'api',
  initialState: { status: 'none' },
  decide,
  evolve,
};
