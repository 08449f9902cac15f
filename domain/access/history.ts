import type { HistoryPlace, OwnHistory } from '../core/history.ts';
import { lastDayOf } from '../core/last-day.ts';
import type { AccessEvent, EventAccessEvent } from './access.ts';

/** The place of each event in an API's history. */
export const accessHistory = {
  ApiAccessRequested: 'access',
  ApiAccessRequestJoined: 'access',
  ApiAccessApproved: 'access',
  ApiAccessDenied: 'access',
  ApiAccessGranted: 'access',
  ApiAccessEndChanged: 'access',
  ApiAccessEnding: 'access',
  ApiAccessRevoked: 'access',
} as const satisfies Record<Exclude<AccessEvent, EventAccessEvent>['type'], HistoryPlace>;

/** The events that are entries of an event category's history. The grant is the entry of an approval. */
export type EventAccessEntry = Exclude<EventAccessEvent, { type: 'EventAccessApproved' }>;

/** The word for each of them. */
export const eventAccessKinds = {
  EventAccessRequested: 'access-requested',
  EventAccessRequestJoined: 'access-requested',
  EventAccessDenied: 'access-denied',
  EventAccessGranted: 'access-granted',
  EventAccessEndChanged: 'access-end-changed',
  EventAccessEnding: 'access-ending',
  EventAccessRevoked: 'access-revoked',
} as const satisfies OwnHistory<EventAccessEntry>['kinds'];

type Named = Readonly<{ organizationId: number }>;
const organization = ({ organizationId }: Named) => ({ organization: organizationId });

/** Each names the organization. */
export const eventAccessValues = {
  EventAccessRequested: organization,
  EventAccessRequestJoined: organization,
  EventAccessDenied: organization,
  EventAccessGranted: organization,
  EventAccessEndChanged: organization,
  EventAccessEnding: organization,
  EventAccessRevoked: organization,
} as const satisfies OwnHistory<EventAccessEntry>['values'];

const lastDay = (endsAt: string | null | undefined) => ({ lastDay: endsAt ? lastDayOf(new Date(endsAt)) : null });
const withDay = ({ endsAt }: Readonly<{ endsAt?: string | undefined }>) => ({ from: {}, to: lastDay(endsAt) });

/** The last day that each gives, changes or tells of. Of a revocation: the day after which access ended by itself. */
export const eventAccessCompared = {
  EventAccessGranted: withDay,
  EventAccessEndChanged: ({ from, to }) => ({ from: lastDay(from), to: lastDay(to) }),
  EventAccessEnding: withDay,
  EventAccessRevoked: withDay,
} as const satisfies OwnHistory<EventAccessEntry>['compared'];
