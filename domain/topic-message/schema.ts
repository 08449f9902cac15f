import * as z from 'zod/mini';
import { idSchemaFor } from '../core/id.ts';
import { atMost, requiredText } from '../core/required-text.ts';
import { testKeyLimit, testPayloadLimit } from './limits.ts';

/** Of the schema: `type`, `required`, `additional`, `values`, `rule`. Of the text: `no-json`, `twice` (a key), `too-deep`. */
const violationKinds = ['type', 'required', 'additional', 'values', 'rule', 'no-json', 'twice', 'too-deep'] as const;
/**
 * How a message breaks the schema of its event.
 *
 * @property path   JSON pointer of the place in the message; '/' for the whole.
 * @property detail the type, the values, or the rule with its limit; '' for others.
 */
const violation = z.object({ path: z.string(), kind: z.enum(violationKinds), detail: z.string() });
export type Violation = z.output<typeof violation>;

/** Bytes as people can read them. `binary`: the first bytes in hex. Signs that nobody sees are written as `\u202e`. */
const shownBytes = z.object({ kind: z.enum(['text', 'binary']), text: z.string(), size: z.int(), isCut: z.boolean() });
export type ShownBytes = z.output<typeof shownBytes>;

/**
 * What a payload is. `none`: null, which deletes a key of a compacted topic. `packed`: a whole batch that can't be unpacked within
 * limits.
 */
const payloadKinds = ['none', 'empty', 'json', 'text', 'binary', 'gzip', 'zstd', 'packed'] as const;

/**
 * @property text   '' for what is not shown. Of what is packed: what is in it.
 * @property size   bytes at the broker.
 * @property isCut  whether the text is only a beginning.
 * @property inside what is in a packed payload that was opened, and its bytes. Null: nothing was opened.
 */
const shownPayload = z.object({
  kind: z.enum(payloadKinds),
  text: z.string(),
  size: z.int(),
  isCut: z.boolean(),
  inside: z._default(z.nullable(z.object({ kind: z.enum(payloadKinds), size: z.int() })), null),
});

/**
 * @property result      `unchecked`: too large, or checking takes too long. `no-schema`: the topic carries no event, or it is a deletion.
 * @property eventTypeId the event whose schema it was held to; null: none.
 */
const shownCheck = z.object({
  result: z.enum(['obeys', 'breaks', 'unchecked', 'no-schema']),
  eventTypeId: z.nullable(z.string()),
  violations: z.array(violation),
});

/** A message of a topic. */
const shownMessage = z.object({
  partition: z.int(),
  offset: z.int(),
  /** ISO time; null where the sender's number is no time. */
  at: z.nullable(z.string()),
  /** Null: it has none. */
  key: z.nullable(shownBytes),
  headers: z.array(z.object({ name: z.string(), value: z.nullable(shownBytes) })),
  /** Headers that are not in the answer, because all together had too many bytes. */
  headersLeftOut: z.int(),
  /** Messages that it stands for, when a batch could not be unpacked; otherwise 1. */
  messages: z.int(),
  payload: shownPayload,
  check: shownCheck,
});
export type ShownMessage = z.output<typeof shownMessage>;

/**
 * The last messages of a topic, the newest first.
 *
 * @property leftOut   messages that had no room in the answer.
 * @property isPartial whether others of the last 50 were too large, or came too late, to be read.
 */
export const lastMessages = z.object({ messages: z.array(shownMessage), leftOut: z.int(), isPartial: z.boolean() });
export type LastMessages = z.output<typeof lastMessages>;

/** `POST /api/event-topic/{id}/test-message`. `key` '': none. */
export const testMessageBody = z.strictObject({
  eventId: idSchemaFor('topic-message.event-required'),
  key: z._default(z.string().check(atMost(testKeyLimit)), ''),
  payload: requiredText(testPayloadLimit, 'topic-message.payload-required'),
});

export const testMessageSent = z.object({ partition: z.int(), offset: z.int(), position: z.string() });

/** How far the groups of a subscription are behind. `messages` null: it has read nothing yet. */
export const subscriptionLag = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      /** Clients that read as members now. */
      members: z.int(),
      messages: z.int(),
      /** Messages in partitions that it has not read from yet. */
      unread: z.int(),
    }),
  ),
  /** Groups that are not in the answer. */
  leftOut: z.int(),
});
export type SubscriptionLag = z.output<typeof subscriptionLag>;
