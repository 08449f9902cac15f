import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/** May this organization call this API? One stream for each pair: `access-<apiId>-<organizationId>`. */
const pair = { apiId: idSchema, organizationId: idSchema };

const requested = z.object({ requestId: idSchema, ...pair, requestedBy: idSchema, reason: z.string() });
/** `requestedBy`: the user whose request the note replies to. */
const decided = z.object({ requestId: idSchema, ...pair, requestedBy: idSchema, note: z.string() });

/** Encrypts a text with the key of the person who asked. */
const personal = (field: string) => ({
  personal: {
    fields: [field],
    subject: ({ requestedBy }: Record<string, unknown>) => Number(requestedBy),
  },
});

export const accessEvents = {
  ApiAccessRequested: event(requested, personal('reason')),
  /** A colleague of the requester asks for the same. The request waits as before, with one more reason. */
  ApiAccessRequestJoined: event(requested, personal('reason')),
  ApiAccessApproved: event(decided, personal('note')),
  ApiAccessDenied: event(decided, personal('note')),
  /** `requestId` is null when an administrator gave a key to an organization without a request. */
  ApiAccessGranted: event(z.object({ grantId: idSchema, ...pair, requestId: z.nullable(idSchema) })),
  /** Ends the organization's keys for the API and every key that was added under this grant (requirement C4). */
  ApiAccessRevoked: event(z.object({ grantId: idSchema, ...pair })),
};

export type AccessEvent = EventsOf<typeof accessEvents>;

export type AccessCommand =
  | Command<'RequestAccess', z.output<typeof requested>>
  | Command<'ApproveRequest', { requestId: number; grantId: number; note: string }>
  | Command<'DenyRequest', { requestId: number; note: string }>
  | Command<'GrantAccess', { grantId: number; apiId: number; organizationId: number }>
  | Command<'RevokeAccess', { grantId: number }>;

type Pair = Readonly<{ apiId: number; organizationId: number }>;

export type Access =
  | Readonly<{ status: 'none' | 'denied' | 'revoked' }>
  | (Pair & Readonly<{ status: 'requested'; requestId: number; requestedBy: number; joinedBy: readonly number[] }>)
  | (Pair & Readonly<{ status: 'granted'; grantId: number }>);

/** Returns the id of a pair's stream. */
export const accessIdOf = (apiId: number, organizationId: number): string => `${apiId}-${organizationId}`;
