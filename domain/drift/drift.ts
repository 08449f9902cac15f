import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { fieldDifference } from '../difference/difference.ts';
import { objectKinds } from '../gateway-object/kind.ts';

/** The most objects that an event names, and the most keys. What is left over is found by the next look. */
export const mostNamed = 50;
export const mostKeys = 200;
/** The most fields of an object that an event names. */
export const mostFields = 20;

/** An object under Portico's own tags that protects a deployment or weakens its protection, as a look at its gateway found it. */
const lostObject = z.object({
  /** For people: `plugin acl`, `route`, `service`. */
  label: z.string().check(z.maxLength(120)),
  found: z.enum(['missing', 'changed']),
  /** Nobody applied it, and it weakens the protection: it is removed. The last release reads it as changed. */
  isAdded: z.optional(z.boolean()),
  /** Absent in older events, and where somebody has claimed the object: then nobody knows which it is. */
  objectId: z.optional(z.string().check(z.maxLength(100))),
  kind: z.optional(z.enum(objectKinds)),
  name: z.optional(z.string().check(z.maxLength(200))),
  /** The key that the object belongs to. Absent in older events, and for objects of the deployment itself. */
  keyId: z.optional(idSchema),
  /** Field by field, with secrets as fingerprints. */
  fields: z.optional(z.array(fieldDifference).check(z.maxLength(mostFields))),
});
export type LostObject = z.output<typeof lostObject>;

const subject = { deploymentId: idSchema, apiId: idSchema, gatewayId: idSchema };
/** Names a look at a gateway. People get one mail about all that it found. */
const look = z.string().check(z.maxLength(60));

const loss = z.object({
  ...subject,
  operationId: z.uuid(),
  look,
  objects: z.array(lostObject).check(z.maxLength(mostNamed)),
  /** The deployment's keys that lack something of their own. */
  keys: z.array(idSchema).check(z.maxLength(mostKeys)),
  /** When the gateway was last seen with all of it. Null: never, as far as is known. */
  intactAt: z.nullable(z.iso.datetime()),
});

/** The kinds of others' objects that the last release knows. */
const firstKinds = ['route', 'plugin'] as const;

/**
 * What others' objects change about the calls of a deployment. `route`: it takes them, or leads to its service. `plugin`: it works on them.
 * `upstream`: it has the name of the target's host, so the gateway sends them to its targets. `acl`: its consumer may call the deployment.
 * `key-auth`, `oauth2`: one more credential of a key.
 */
export const foreignKinds = [...firstKinds, 'upstream', 'acl', 'key-auth', 'oauth2'] as const;
export type ForeignKind = (typeof foreignKinds)[number];
const isFirst = (kind: unknown): boolean => firstKinds.some((one) => one === kind);

/**
 * Somebody else's object.
 *
 * @property name  '' for a group or a credential: it has none, and the name of its consumer may be a person's. Older events have an id here.
 * @property keyId the key whose consumer it belongs to or works on. Absent in older events.
 */
const foreignThing = {
  ...subject,
  objectId: z.string().check(z.maxLength(100)),
  kind: z.enum(foreignKinds),
  name: z.string().check(z.maxLength(200)),
  keyId: z.optional(idSchema),
};
const foreignObject = z.object({ ...foreignThing, look });

/** The last release knows version 1. It leaves what is written as version 2 to this release. */
const newerKinds = {
  version: 2,
  writtenAs: ({ kind }: Record<string, unknown>) => (isFirst(kind) ? 1 : 2),
  upcast: (data: Record<string, unknown>) => data,
};

/**
 * Returns the id of the stream that tells of somebody else's object. A kind that the last release does not know has a stream of its own: the
 * last release reads the deployment's to put its protection back, and can't read on after an event that it does not know.
 */
export const foreignStreamId = (deploymentId: number, { kind, objectId }: Pick<ForeignObject, 'kind' | 'objectId'>) =>
  isFirst(kind) ? deploymentId : `${deploymentId}-${objectId}`;

export const driftEvents = {
  /**
   * Something that protects a deployment was missing on its gateway or changed by hand, or something was added that weakens it. It is
   * put back at once.
   */
  ProtectionLost: event(loss),
  ProtectionPutBack: event(z.object({ deploymentId: idSchema, operationId: z.uuid() })),
  ForeignObjectFound: event(foreignObject, newerKinds),
  ForeignObjectGone: event(z.object(foreignThing), newerKinds),
};

export type DriftEvent = EventsOf<typeof driftEvents>;
export type Loss = z.output<typeof loss>;
export type ForeignObject = z.output<typeof foreignObject>;

export type DriftCommand =
  | Command<'ReportLoss', Loss>
  | Command<'ConfirmPutBack', { operationId: string }>
  | Command<'ReportForeign', ForeignObject>
  | Command<'WithdrawForeign', { objectId: string }>;

/**
 * What was found at the gateway about one deployment, or one object there (`foreignStreamId`).
 *
 * @property operationId puts protection back; null when nothing is lost.
 * @property keys        the keys whose own objects are lost.
 * @property foreign     others' objects that are still there.
 */
export type Drift = Readonly<{
  deploymentId: number;
  operationId: string | null;
  keys: readonly number[];
  foreign: readonly Omit<ForeignObject, 'look'>[];
}>;
