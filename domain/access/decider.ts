import type { Decider, Decision } from '../core/decider.ts';
import { dueWarning } from '../core/due-warning.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { Access, AccessCommand, AccessEvent, AccessPair } from './access.ts';
import { warningDays } from './grant-end.ts';

/** What happened to a pair, without its kind. */
type Happened =
  | Readonly<{ name: 'Requested' | 'RequestJoined'; data: { requestId: number; requestedBy: number; reason: string } }>
  | Readonly<{
      name: 'Approved' | 'Denied';
      data: { requestId: number; requestedBy: number; note: string; endsAt?: string };
    }>
  | Readonly<{ name: 'Granted'; data: { grantId: number; requestId: number | null; endsAt?: string; ownOf?: number } }>
  | Readonly<{ name: 'EndChanged'; data: { grantId: number; from: string | null; to: string | null } }>
  | Readonly<{ name: 'Ending'; data: { grantId: number; endsAt: string; days: number } }>
  | Readonly<{ name: 'Revoked'; data: { grantId: number; endsAt?: string } }>;

/** Returns the event of the pair's kind: `ApiAccessRequested`, `EventAccessRequested`. */
const eventOf = (pair: AccessPair, { name, data }: Happened): AccessEvent =>
  // The types can't express that each name goes with its data.
  ({ type: `${'apiId' in pair ? 'Api' : 'Event'}Access${name}`, data: { ...data, ...pair } }) as AccessEvent;

/** Returns the pair that a command or an event names. */
const pairOf = (data: AccessPair): AccessPair => {
  const { organizationId } = data;
  return 'apiId' in data
    ? { apiId: data.apiId, organizationId }
    : { eventCategoryId: data.eventCategoryId, organizationId };
};

const decide = (command: AccessCommand, state: Access): Decision<AccessEvent> => {
  switch (command.type) {
    case 'RequestAccess': {
      const { requestId, requestedBy, reason } = command.data;
      if (state.status === 'requested') {
        // A double click: the request is there already.
        if ([state.requestedBy, ...state.joinedBy].includes(requestedBy)) return [];
        const data = { requestId: state.requestId, requestedBy, reason };
        return [eventOf(state.pair, { name: 'RequestJoined', data })];
      }
      if (state.status === 'granted') return refuse('conflict', { code: 'access.granted-already' });
      return [eventOf(pairOf(command.data), { name: 'Requested', data: { requestId, requestedBy, reason } })];
    }
    case 'ApproveRequest':
    case 'DenyRequest': {
      const { requestId, note, decidedBy } = command.data;
      if (state.status !== 'requested' || state.requestId !== requestId)
        return refuse('conflict', { code: 'access.decided-already' });
      const { pair, requestedBy, joinedBy } = state;
      // Whoever asked for the same later decides for themselves as well.
      if ([requestedBy, ...joinedBy].some((asker) => asker === decidedBy))
        return refuse('conflict', { code: 'access.own-request' });
      const data = { requestId, requestedBy, note };
      if (command.type === 'DenyRequest') return [eventOf(pair, { name: 'Denied', data })];
      const { grantId, endsAt } = command.data;
      const end = endsAt ? { endsAt } : {};
      return [
        eventOf(pair, { name: 'Approved', data: { ...data, ...end } }),
        eventOf(pair, { name: 'Granted', data: { grantId, requestId, ...end } }),
      ];
    }
    case 'GrantAccess': {
      const { grantId, decidedBy, organizationId } = command.data;
      if (state.status === 'granted') return [];
      // A grant also approves the request that waits.
      if (state.status === 'requested') {
        const data = {
          grantId,
          requestId: state.requestId,
          note: '',
          ...(decidedBy && { decidedBy: decidedBy.userId }),
        };
        return decide({ type: 'ApproveRequest', data }, state);
      }
      const own = decidedBy?.organizationId === organizationId ? { ownOf: decidedBy.userId } : {};
      return [eventOf(pairOf(command.data), { name: 'Granted', data: { grantId, requestId: null, ...own } })];
    }
    case 'ChangeEnd': {
      const { grantId, seen, endsAt, decidedBy } = command.data;
      if (state.status !== 'granted' || state.grantId !== grantId) return notFound();
      if (state.askedBy.includes(decidedBy)) return refuse('conflict', { code: 'access.own-request' });
      if (state.endsAt === endsAt) return [];
      if (state.endsAt !== seen) return refuse('conflict', { code: 'access.end-changed' });
      return [eventOf(state.pair, { name: 'EndChanged', data: { grantId, from: state.endsAt, to: endsAt } })];
    }
    case 'ReportEnding': {
      const { grantId, now } = command.data;
      if (state.status !== 'granted' || state.grantId !== grantId || state.endsAt === null) return [];
      const { pair, endsAt, toldDays } = state;
      const days = dueWarning(warningDays, endsAt, now);
      if (days === undefined || (toldDays !== null && toldDays <= days)) return [];
      return [eventOf(pair, { name: 'Ending', data: { grantId, endsAt, days } })];
    }
    case 'EndAccess': {
      const { grantId, dueBy } = command.data;
      if (state.status !== 'granted' || state.grantId !== grantId || state.endsAt === null) return [];
      const { pair, endsAt } = state;
      if (Date.parse(endsAt) > Date.parse(dueBy)) return [];
      return [eventOf(pair, { name: 'Revoked', data: { grantId, endsAt } })];
    }
    case 'RevokeAccess': {
      const { grantId } = command.data;
      if (state.status !== 'granted' || state.grantId !== grantId) return notFound();
      return [eventOf(state.pair, { name: 'Revoked', data: { grantId } })];
    }
    default:
      return command satisfies never;
  }
};

const evolve = (state: Access, event: AccessEvent): Access => {
  switch (event.type) {
    case 'ApiAccessRequested':
    case 'EventAccessRequested': {
      const { requestId, requestedBy } = event.data;
      return { status: 'requested', pair: pairOf(event.data), requestId, requestedBy, joinedBy: [] };
    }
    case 'ApiAccessRequestJoined':
    case 'EventAccessRequestJoined':
      return state.status === 'requested' ? { ...state, joinedBy: [...state.joinedBy, event.data.requestedBy] } : state;
    case 'ApiAccessDenied':
    case 'EventAccessDenied':
      return { status: 'denied' };
    case 'ApiAccessGranted':
    case 'EventAccessGranted': {
      const { grantId, endsAt = null, ownOf } = event.data;
      const askedBy = state.status === 'requested' ? [state.requestedBy, ...state.joinedBy] : ownOf ? [ownOf] : [];
      return { status: 'granted', pair: pairOf(event.data), grantId, askedBy, endsAt, toldDays: null };
    }
    case 'ApiAccessEndChanged':
    case 'EventAccessEndChanged':
      return state.status === 'granted' ? { ...state, endsAt: event.data.to, toldDays: null } : state;
    case 'ApiAccessEnding':
    case 'EventAccessEnding':
      return state.status === 'granted' ? { ...state, toldDays: event.data.days } : state;
    case 'ApiAccessRevoked':
    case 'EventAccessRevoked':
      return { status: 'revoked' };
    default:
      return state;
  }
};

/**
 * An organization's access to an API or to an event category: requested, granted, revoked. There is never a second request that
 * waits, however many tabs ask, because the pair is one stream.
 */
export const accessDecider: Decider<Access, AccessCommand, AccessEvent> = {
  noun: 'access',
  initialState: { status: 'none' },
  decide,
  evolve,
};

/** Returns whether a key may be on the gateway. A key without a grant needs none. */
export const allowsKey = (access: Access, grantId: number | null): boolean =>
  grantId === null || (access.status === 'granted' && access.grantId === grantId);
