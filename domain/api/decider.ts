import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { Api, ApiCommand, ApiDetails, ApiEvent, SpecReference } from './api.ts';

const sameDetails = (a: ApiDetails, b: ApiDetails) =>
  a.name === b.name &&
  a.description === b.description &&
  a.sourceRepo === b.sourceRepo &&
  a.businessAreaId === b.businessAreaId;

type Published = Exclude<Api, { status: 'none' }>;

/** The same text does not make a new revision. */
const changeSpec = (state: Published, spec: SpecReference, restores: number | null = null): ApiEvent[] =>
  spec.hash === state.spec.hash
    ? []
    : [{ type: 'ApiSpecChanged', data: { apiId: state.apiId, revision: state.revision + 1, restores, spec } }];

const decide = (command: ApiCommand, state: Api): Decision<ApiEvent> => {
  if (command.type === 'PublishApi') {
    return state.status === 'none'
      ? [{ type: 'ApiPublished', data: command.data }]
      : refuse('conflict', { code: 'api.exists' });
  }
  if (state.status === 'none' || state.status === 'deleted') return notFound();
  const { apiId } = state;
  if (state.status === 'deleting') {
    if (command.type !== 'ConfirmDeletion') return refuse('conflict', { code: 'api.deleting' });
    return state.operationId === command.data.operationId ? [{ type: 'ApiDeleted', data: { apiId } }] : [];
  }
  switch (command.type) {
    case 'UpdateApi': {
      const { applicationId = state.applicationId } = command.data;
      if (state.applicationId !== null && applicationId !== state.applicationId)
        return refuse('invalid', { code: 'api.application-fixed', field: 'bizappId' });
      const events = command.data.spec ? changeSpec(state, command.data.spec) : [];
      if (applicationId !== null && applicationId !== state.applicationId)
        events.push({ type: 'ApiAssigned', data: { apiId, applicationId } });
      if (!sameDetails(command.data.details, state.details)) {
        events.push({ type: 'ApiDetailsChanged', data: { apiId, from: state.details, to: command.data.details } });
      }
      return events;
    }
    case 'ChangeSpec':
      return changeSpec(state, command.data.spec);
    case 'RestoreSpec': {
      const spec = state.revisions[command.data.revision - 1];
      return spec ? changeSpec(state, spec, command.data.revision) : notFound();
    }
    case 'ConfirmDeletion':
      return [];
    case 'RequestDeletion':
      return [{ type: 'ApiDeletionRequested', data: { apiId, operationId: command.data.operationId } }];
    default:
      return command satisfies never;
  }
};

const evolve = (state: Api, event: ApiEvent): Api => {
  if (event.type === 'ApiPublished')
    return { status: 'published', ...event.data, revision: 1, revisions: [event.data.spec], operationId: null };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'ApiSpecChanged':
      return {
        ...state,
        spec: event.data.spec,
        revision: event.data.revision,
        revisions: [...state.revisions, event.data.spec],
      };
    case 'ApiDetailsChanged':
      return { ...state, details: event.data.to };
    case 'ApiAssigned':
      return { ...state, applicationId: event.data.applicationId };
    case 'ApiDeletionRequested':
      return { ...state, status: 'deleting', operationId: event.data.operationId };
    case 'ApiDeleted':
      return { ...state, status: 'deleted' };
    default:
      return state;
  }
};

export const apiDecider: Decider<Api, ApiCommand, ApiEvent> = {
  noun: 'api',
  initialState: { status: 'none' },
  closedBy: ['ApiDeletionRequested'],
  decide,
  evolve,
};
