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

/** Somebody else's object. Portico never changes it. */
const foreignObject = z.object({
  ...subject,
  look,
  objectId: z.string().check(z.maxLength(100)),
  /** `route`: it takes calls of the deployment, or leads to its service. `plugin`: it works on the deployment's calls. */
  kind: z.enum(['route', 'plugin']),
  name: z.string().check(z.maxLength(200)),
});

export const driftEvents = {
  /**
   * Something that protects a deployment was missing on its gateway or changed by hand, or something was added that weakens it. It is
   * put back at once.
   */
  ProtectionLost: event(loss),
  ProtectionPutBack: event(z.object({ deploymentId: idSchema, operationId: z.uuid() })),
  ForeignObjectFound: event(foreignObject),
  ForeignObjectGone: event(
    z.object({ ...subject, objectId: z.string(), kind: z.enum(['route', 'plugin']), name: z.string() }),
  ),
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
 * What was found at the gateway about one deployment.
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
