import * as z from 'zod/mini';
import { secretReference } from '../consumer/consumer.ts';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { kafkaGroupLimit, kafkaUserLimit, subscriptionNameLimit } from './limits.ts';

/** A login at Kafka. `isGiven`: somebody chose its name, so it is made only where Kafka has no user of this name. */
const credential = z.object({
  user: z.string().check(z.minLength(1), z.maxLength(kafkaUserLimit)),
  isGiven: z.boolean(),
  password: z.omit(secretReference, { last4: true }),
});
export type KafkaCredential = z.output<typeof credential>;

/** Groups of readers: exactly this one, or all whose names begin so. */
const readerGroup = z.object({
  pattern: z.enum(['literal', 'prefixed']),
  name: z.string().check(z.minLength(1), z.maxLength(kafkaGroupLimit)),
});
export type ReaderGroup = z.output<typeof readerGroup>;

/** What a subscription is. `topicName`: at Kafka, where a topic keeps its name. `group`: null for one that only writes. */
const details = {
  name: z.string().check(z.minLength(1), z.maxLength(subscriptionNameLimit)),
  topicName: z.string().check(z.minLength(1), z.maxLength(249)),
  writes: z.boolean(),
  group: z.nullable(readerGroup),
};

/** Everything that each request names, so that its operation needs nothing else. */
const requested = {
  eventSubscriptionId: idSchema,
  operationId: z.uuid(),
  topicId: idSchema,
  kafkaEnvId: idSchema,
  organizationId: idSchema,
};
const outcome = z.object({ eventSubscriptionId: idSchema, operationId: z.uuid() });
const generation = z.int().check(z.positive());

export const eventSubscriptionEvents = {
  EventSubscriptionRequested: event(z.object({ ...requested, ...details, credential })),
  /** Kafka had no user of the name that somebody gave. From now on it is Portico's to make and to delete. */
  KafkaUserClaimed: event(z.extend(outcome, { user: z.string().check(z.maxLength(kafkaUserLimit)) })),
  /** Another login beside the old one, which works until `until`. */
  EventSubscriptionRotationRequested: event(
    z.object({ ...requested, credential, generation, until: z.iso.datetime() }),
  ),
  /** `due`: its time is over. `early`: somebody ended it before. */
  PreviousKafkaLoginEnded: event(z.object({ ...requested, generation, reason: z.enum(['due', 'early']) })),
  /** Its organization was switched off or on: the rights at Kafka follow. */
  EventSubscriptionSwitchRequested: event(z.object(requested)),
  /** Kafka has the newest request: it was read back. */
  EventSubscriptionApplied: event(outcome),
  /** Final: Kafka has what it had before the request, or nothing. */
  EventSubscriptionFailed: event(outcome),
  EventSubscriptionRemovalRequested: event(z.object(requested)),
  EventSubscriptionRemoved: event(outcome),
  /** Recorded before the password is shown. */
  EventSubscriptionRevealed: event(z.object({ eventSubscriptionId: idSchema, secretId: z.uuid() })),
};

export type EventSubscriptionEvent = EventsOf<typeof eventSubscriptionEvents>;

type Subject = Readonly<{
  eventSubscriptionId: number;
  operationId: string;
  topicId: number;
  kafkaEnvId: number;
  organizationId: number;
}>;
type Details = Readonly<{ name: string; topicName: string; writes: boolean; group: ReaderGroup | null }>;
type Operation = Readonly<{ operationId: string }>;

export type EventSubscriptionCommand =
  | Command<'RequestSubscription', Subject & Details & { credential: KafkaCredential }>
  | Command<'ClaimUser', Operation & { user: string }>
  | Command<'RequestRotation', Operation & { credential: KafkaCredential; until: string }>
  /** `dueBy`: the current time when a timer ends it; null when a person does. */
  | Command<'EndPrevious', Operation & { dueBy: string | null }>
  | Command<'FollowOrganization', Operation>
  | Command<'ConfirmSubscription', Operation>
  | Command<'FailSubscription', Operation>
  | Command<'RequestRemoval', Operation>
  | Command<'ConfirmRemoval', Operation>
  | Command<'RevealCredential', Record<never, never>>;

/** The logins of a subscription. `generation` counts them from 1. `previous` works until `until` (ISO 8601). */
export type KafkaLogins = Readonly<{
  credential: KafkaCredential;
  generation: number;
  previous: Readonly<{ credential: KafkaCredential; generation: number; until: string }> | null;
}>;

/**
 * `wanted` are the logins of the newest request, `applied` those that Kafka has (null: none).
 *
 * @property claimed given users that Portico made, or was about to make.
 * @property made    all logins that were ever asked for.
 */
export type KnownSubscription = Subject &
  Details &
  Readonly<{
    status: 'adding' | 'active' | 'changing' | 'failed' | 'removing' | 'removed';
    wanted: KafkaLogins;
    applied: KafkaLogins | null;
    claimed: readonly string[];
    made: readonly KafkaCredential[];
  }>;
export type EventSubscription = Readonly<{ status: 'none' }> | KnownSubscription;
