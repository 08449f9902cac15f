import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { warningDays } from './grant-end.ts';

/** May this organization call this API? One stream for each pair: `access-<apiId>-<organizationId>`. */
const apiPair = { apiId: idSchema, organizationId: idSchema };

/**
 * May this organization have topics of this event category? One stream for each pair:
 * `access-<eventCategoryId>-<organizationId>-event`. Ids are per kind: category 5 is never API 5.
 */
const eventPair = { eventCategoryId: idSchema, organizationId: idSchema };

/** Encrypts a text with the key of the person who asked. */
const personal = (field: string) => ({
  personal: {
    fields: [field],
    subject: ({ requestedBy }: Record<string, unknown>) => Number(requestedBy),
  },
});

const requested = <Pair extends typeof apiPair | typeof eventPair>(pair: Pair) =>
  z.object({ requestId: idSchema, ...pair, requestedBy: idSchema, reason: z.string() });
/** `requestedBy`: the user whose request the note replies to. */
const decided = <Pair extends typeof apiPair | typeof eventPair>(pair: Pair) =>
  z.object({ requestId: idSchema, ...pair, requestedBy: idSchema, note: z.string() });
const isoTime = z.iso.datetime();
/** @property endsAt as in the grant that comes with it. */
const approved = <Pair extends typeof apiPair | typeof eventPair>(pair: Pair) =>
  z.object({ requestId: idSchema, ...pair, requestedBy: idSchema, note: z.string(), endsAt: z.optional(isoTime) });

/**
 * @property requestId null when an administrator gave a key or a topic to an organization without a request.
 * @property endsAt    when the grant ends by itself. Absent: it has no end.
 * @property ownOf     the user who gave it, without a request, to their own organization. Absent: there is nobody like that.
 */
const granted = <Pair extends typeof apiPair | typeof eventPair>(pair: Pair) =>
  z.object({
    grantId: idSchema,
    ...pair,
    requestId: z.nullable(idSchema),
    endsAt: z.optional(isoTime),
    ownOf: z.optional(idSchema),
  });
/** Null: without an end. */
const endChanged = <Pair extends typeof apiPair | typeof eventPair>(pair: Pair) =>
  z.object({ grantId: idSchema, ...pair, from: z.nullable(isoTime), to: z.nullable(isoTime) });
/** The grant ends within so many days. */
const ending = <Pair extends typeof apiPair | typeof eventPair>(pair: Pair) =>
  z.object({
    grantId: idSchema,
    ...pair,
    endsAt: isoTime,
    days: z.union(warningDays.map((days) => z.literal(days))),
  });
/** @property endsAt the end that has come. Absent: somebody revoked the grant. */
const revoked = <Pair extends typeof apiPair | typeof eventPair>(pair: Pair) =>
  z.object({ grantId: idSchema, ...pair, endsAt: z.optional(isoTime) });

/** Access to an API. */
const apiAccessEvents = {
  ApiAccessRequested: event(requested(apiPair), personal('reason')),
  /** A colleague of the requester asks for the same. The request waits as before, with one more reason. */
  ApiAccessRequestJoined: event(requested(apiPair), personal('reason')),
  ApiAccessApproved: event(approved(apiPair), personal('note')),
  ApiAccessDenied: event(decided(apiPair), personal('note')),
  ApiAccessGranted: event(granted(apiPair)),
  ApiAccessEndChanged: event(endChanged(apiPair)),
  ApiAccessEnding: event(ending(apiPair)),
  /** Ends the organization's keys for the API and every key that was added under this grant (requirement C4). */
  ApiAccessRevoked: event(revoked(apiPair)),
};

/** The same for an event category. The events have names of their own, so that nothing takes a category for an API. */
const eventAccessEvents = {
  EventAccessRequested: event(requested(eventPair), personal('reason')),
  EventAccessRequestJoined: event(requested(eventPair), personal('reason')),
  EventAccessApproved: event(approved(eventPair), personal('note')),
  EventAccessDenied: event(decided(eventPair), personal('note')),
  EventAccessGranted: event(granted(eventPair)),
  EventAccessEndChanged: event(endChanged(eventPair)),
  EventAccessEnding: event(ending(eventPair)),
  /** Ends the organization's subscriptions of the category's topics. */
  EventAccessRevoked: event(revoked(eventPair)),
};

export const accessEvents = { ...apiAccessEvents, ...eventAccessEvents };

export type AccessEvent = EventsOf<typeof accessEvents>;
export type EventAccessEvent = EventsOf<typeof eventAccessEvents>;

type ApiPair = Readonly<{ apiId: number; organizationId: number }>;
type EventPair = Readonly<{ eventCategoryId: number; organizationId: number }>;

/** An organization, and the API or event category that it may use. */
export type AccessPair = ApiPair | EventPair;

/** @property decidedBy the user who decides. Absent where the portal does: for an organization that goes. */
export type PersonsDecision = { requestId: number; note: string; decidedBy?: number };

export type AccessCommand =
  | Command<'RequestAccess', AccessPair & { requestId: number; requestedBy: number; reason: string }>
  /** @property endsAt null: without an end. */
  | Command<'ApproveRequest', PersonsDecision & { grantId: number; endsAt?: string | null }>
  | Command<'DenyRequest', PersonsDecision>
  /** @property decidedBy the user who gives access, and that user's organization. Absent: the portal does. */
  | Command<'GrantAccess', AccessPair & { grantId: number; decidedBy?: { userId: number; organizationId: number } }>
  /** @property seen the end that the person saw. Another one is refused: somebody else has changed it meanwhile. */
  | Command<'ChangeEnd', { grantId: number; seen: string | null; endsAt: string | null; decidedBy: number }>
  /** @property now ISO time. Tells people of the end once it is near. */
  | Command<'ReportEnding', { grantId: number; now: string }>
  /** @property dueBy ISO time. Does nothing for a grant that ends later: its end was changed meanwhile. */
  | Command<'EndAccess', { grantId: number; dueBy: string }>
  | Command<'RevokeAccess', { grantId: number }>;

export type Access =
  | Readonly<{ status: 'none' | 'denied' | 'revoked' }>
  | Readonly<{
      status: 'requested';
      pair: AccessPair;
      requestId: number;
      requestedBy: number;
      joinedBy: readonly number[];
    }>
  | Readonly<{
      status: 'granted';
      pair: AccessPair;
      grantId: number;
      /** Who asked for it, alone or with others, or gave it to their own organization without asking. */
      askedBy: readonly number[];
      endsAt: string | null;
      /** The last warning about this end. Null: none yet. */
      toldDays: number | null;
    }>;

/** Returns the id of the stream of an API and an organization. */
export const accessIdOf = (apiId: number, organizationId: number): string => `${apiId}-${organizationId}`;

/** Returns the id of the stream of an event category and an organization. No API has the same. */
export const eventAccessIdOf = (eventCategoryId: number, organizationId: number): string =>
  `${eventCategoryId}-${organizationId}-event`;

/** Returns the id of a pair's stream. */
export const accessIdOfPair = (pair: AccessPair): string =>
  'apiId' in pair
    ? accessIdOf(pair.apiId, pair.organizationId)
    : eventAccessIdOf(pair.eventCategoryId, pair.organizationId);
