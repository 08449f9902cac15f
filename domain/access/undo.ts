import { lastDayOf } from '../core/last-day.ts';
import { type Opposite, type Shown, type UndoAbout, type Undone, type UndoRules, undoRules } from '../core/undo.ts';
import type { Access, AccessEvent, AccessPair } from './access.ts';
import { changeAccessEnd, revokeAccess } from './calls.ts';
import { accessDecider } from './decider.ts';

const grantIn = (state: Access): Shown => (state.status === 'granted' ? { grantId: state.grantId } : {});
const endIn = (state: Access): Shown =>
  state.status === 'granted' ? { grantId: state.grantId, endsAt: state.endsAt } : {};

const aboutOf = (data: AccessPair): UndoAbout =>
  'apiId' in data
    ? { apiId: data.apiId, organizationId: data.organizationId }
    : { eventCategoryId: data.eventCategoryId, organizationId: data.organizationId };

/** The organization's keys, or its subscriptions, go with its access, and access comes back only by another request. */
const revoke = ({ data, now }: Undone<AccessPair, Access>): Opposite | 'ends' =>
  now.status === 'granted'
    ? {
        call: revokeAccess,
        action: 'access.revoke',
        about: aboutOf(data),
        does: 'revoke-access',
        effects: ['apiId' in data ? 'gateway' : 'kafka', 'keys-stop', 'mail', 'for-good'],
        parameters: { id: now.grantId },
      }
    : 'ends';

const dayOf = (endsAt: unknown): string | null => (typeof endsAt === 'string' ? lastDayOf(new Date(endsAt)) : null);

const putEndBack = ({ data, now, wanted }: Undone<AccessPair, Access>): Opposite | 'ends' =>
  now.status === 'granted'
    ? {
        call: changeAccessEnd,
        action: 'access.change-end',
        about: aboutOf(data),
        does: 'fields',
        parameters: { id: now.grantId },
        body: { endsOn: dayOf(wanted.endsAt), seen: dayOf(now.endsAt) },
      }
    : 'ends';

const grantedApi = { shows: grantIn, by: 'ApiAccessRevoked', opposite: revoke };
const grantedEvents = { shows: grantIn, by: 'EventAccessRevoked', opposite: revoke };
const ends = { shows: endIn, opposite: putEndBack };

/** How decisions on access are taken back. */
export const accessUndo: UndoRules<AccessEvent> = undoRules(accessDecider, {
  ApiAccessRequested: 'decided',
  ApiAccessRequestJoined: 'decided',
  ApiAccessApproved: { ...grantedApi, with: 'ApiAccessGranted' },
  ApiAccessDenied: 'decided',
  ApiAccessGranted: grantedApi,
  ApiAccessEndChanged: ends,
  ApiAccessEnding: 'portal',
  ApiAccessRevoked: 'decided',
  EventAccessRequested: 'decided',
  EventAccessRequestJoined: 'decided',
  EventAccessApproved: { ...grantedEvents, with: 'EventAccessGranted' },
  EventAccessDenied: 'decided',
  EventAccessGranted: grantedEvents,
  EventAccessEndChanged: ends,
  EventAccessEnding: 'portal',
  EventAccessRevoked: 'decided',
});
