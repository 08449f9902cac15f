import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

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

/** Access to an API. */
const apiAccessEvents = {
  ApiAccessRequested: event(requested(apiPair), personal('reason')),
  /** A colleague of the requester asks for the same. The request waits as before, with one more reason. */
  ApiAccessRequestJoined: event(requested(apiPair), personal('reason')),
  ApiAccessApproved: event(decided(apiPair), personal('note')),
  ApiAccessDenied: event(decided(apiPair), personal('note')),
  /** `requestId` is null when an administrator gave a key to an organization without a request. */
  ApiAccessGranted: event(z.object({ grantId: idSchema, ...apiPair, requestId: z.nullable(idSchema) })),
  /** Ends the organization's keys for the API and every key that was added under this grant (requirement C4). */
  ApiAccessRevoked: event(z.object({ grantId: idSchema, ...apiPair })),
};

/** The same for an event category. The events have names of their own, so that nothing takes a category for an API. */
const eventAccessEvents = {
  EventAccessRequested: event(requested(eventPair), personal('reason')),
  EventAccessRequestJoined: event(requested(eventPair), personal('reason')),
  EventAccessApproved: event(decided(eventPair), personal('note')),
  EventAccessDenied: event(decided(eventPair), personal('note')),
  /** `requestId` is null when an administrator gave an organization a topic without a request. */
  EventAccessGranted: event(z.object({ grantId: idSchema, ...eventPair, requestId: z.nullable(idSchema) })),
  /** Ends the organization's subscriptions of the category's topics. */
  EventAccessRevoked: event(z.object({ grantId: idSchema, ...eventPair })),
};

export const accessEvents = { ...apiAccessEvents, ...eventAccessEvents };

export type AccessEvent = EventsOf<typeof accessEvents>;
export type EventAccessEvent = EventsOf<typeof eventAccessEvents>;

type ApiPair = Readonly<{ apiId: number; organizationId: number }>;
type EventPair = Readonly<{ eventCategoryId: number; organizationId: number }>;

/** An organization, and the API or event category that it may use. */
export type AccessPair = ApiPair | EventPair;

/** @property decidedBy the user who decides. Absent where the portal does: with a key that is given, and for an organization that goes. */
export type PersonsDecision = { requestId: number; note: string; decidedBy?: number };

export type AccessCommand =
  | Command<'RequestAccess', AccessPair & { requestId: number; requestedBy: number; reason: string }>
  | Command<'ApproveRequest', PersonsDecision & { grantId: number }>
  | Command<'DenyRequest', PersonsDecision>
  | Command<'GrantAccess', AccessPair & { grantId: number }>
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
  | Readonly<{ status: 'granted'; pair: AccessPair; grantId: number }>;

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
