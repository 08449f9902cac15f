import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { changedKinds } from './kind.ts';

/** The most fields that one change names. */
const mostChanges = 200;
const longest = 2_000;

/**
 * An object of a gateway that a person changes or deletes.
 *
 * @property name for people; empty for what has none.
 * @property seen what tells the state that the person saw, `MirroredObject.hash`; null for a new object. Another state at the gateway
 *   is not touched.
 */
const subject = {
  operationId: z.uuid(),
  gatewayId: idSchema,
  kind: z.enum(changedKinds),
  objectId: z.uuid(),
  name: z.string().check(z.maxLength(500)),
  seen: z.nullable(z.string().check(z.maxLength(40))),
  /** The upstream of a target. */
  upstreamId: z.optional(z.uuid()),
};

/** A field with what it was and what it is to be, as people read it. A secret is a fingerprint. */
const change = z.object({
  field: z.string().check(z.maxLength(200)),
  before: z.nullable(z.string().check(z.maxLength(longest))),
  after: z.nullable(z.string().check(z.maxLength(longest))),
});
export type ObjectChange = z.output<typeof change>;

const save = z.object({
  ...subject,
  /** What is to be set, by Kong's names. All other fields stay as they are. A secret is `{ fingerprint }`, or `name:#fingerprint`. */
  fields: z.record(z.string(), z.unknown()),
  /** Where the new secrets are in the vault, by their fingerprints. Those that are not here are the gateway's own. */
  secrets: z.optional(z.record(z.string().check(z.maxLength(40)), z.uuid())),
  changes: z.array(change).check(z.maxLength(mostChanges)),
});
const deletion = z.object(subject);
const outcome = z.object({
  operationId: z.uuid(),
  gatewayId: idSchema,
  kind: z.enum(changedKinds),
  objectId: z.uuid(),
});

export const gatewayObjectEvents = {
  GatewayObjectSaveRequested: event(save),
  GatewayObjectDeletionRequested: event(deletion),
  /** The gateway has it so: it was read back. */
  GatewayObjectSaved: event(outcome),
  GatewayObjectDeleted: event(outcome),
  /** Nothing was changed, or it is as it was. */
  GatewayObjectChangeFailed: event(outcome),
};

export type GatewayObjectEvent = EventsOf<typeof gatewayObjectEvents>;
export type ObjectSave = z.output<typeof save>;
export type ObjectDeletion = z.output<typeof deletion>;

export type GatewayObjectCommand =
  | Command<'SaveObject', ObjectSave>
  | Command<'DeleteObject', ObjectDeletion>
  | Command<'ConfirmChange', { operationId: string }>
  | Command<'FailChange', { operationId: string }>;

/** What is under way at one object. The gateway has the object itself, so no state says how it is. */
export type GatewayObject =
  | Readonly<{ status: 'settled' }>
  | (Readonly<{ status: 'saving' }> & ObjectSave)
  | (Readonly<{ status: 'deleting' }> & ObjectDeletion);
