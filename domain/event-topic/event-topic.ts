import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { mostEvents } from '../event-category/limits.ts';
import {
  eventTopicNameLimit,
  eventTopicTextLimit,
  mostPartitions,
  mostReplicas,
  settingKeyLimit,
  settingValueLimit,
} from './limits.ts';

const partitions = z.int().check(z.positive(), z.maximum(mostPartitions));
const replication = z.int().check(z.positive(), z.maximum(mostReplicas));

/** A topic as it is wanted. */
const details = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(eventTopicNameLimit)),
  /** The resource of type KAFKA. */
  kafkaEnvId: idSchema,
  categoryId: idSchema,
  /** Whose it is. */
  organizationId: idSchema,
  /** JSON, as it was typed. */
  organizationAttr: z.string().check(z.maxLength(eventTopicTextLimit)),
  /** The ids of the category's events that it carries. */
  subscribed: z.array(idSchema).check(z.maxLength(mostEvents)),
  /** Null: as the broker makes it. */
  partitions: z.nullable(partitions),
  replication: z.nullable(replication),
  /** What is set for it. All other settings are the broker's. */
  config: z.record(z.string().check(z.maxLength(settingKeyLimit)), z.string().check(z.maxLength(settingValueLimit))),
});
export type EventTopicDetails = z.output<typeof details>;

/** Returns the details alone, of an event or a command that has them beside other fields. */
export const detailsOf = ({
  name,
  kafkaEnvId,
  categoryId,
  organizationId,
  organizationAttr,
  subscribed,
  partitions,
  replication,
  config,
}: EventTopicDetails): EventTopicDetails => ({
  name,
  kafkaEnvId,
  categoryId,
  organizationId,
  organizationAttr,
  subscribed,
  partitions,
  replication,
  config,
});

/**
 * What a person says of the broker. `adopt`: the topic of this name that is there becomes Portico's. `make-again`: the one that
 * is gone is made anew, empty.
 */
export const topicChoices = ['adopt', 'make-again'] as const;
const choice = z.nullable(z.enum(topicChoices));
export type TopicChoice = z.output<typeof choice>;

const asked = { eventTopicId: idSchema, operationId: z.uuid() };

export const eventTopicEvents = {
  /** An operation makes it at the broker: `workers/event-topic/`. */
  EventTopicAddRequested: event(z.extend(details, { ...asked, choice })),
  EventTopicChangeRequested: event(z.object({ ...asked, from: details, to: details, choice })),
  /** The broker has no topic of this name, and is about to be told to make one. */
  EventTopicMakingBegun: event(z.object(asked)),
  /** The broker has it so: it was read back. `brokerId` is Kafka's own id, which a topic made anew does not have. */
  EventTopicSaved: event(
    z.object({ ...asked, brokerId: z.string().check(z.maxLength(100)), partitions: z.int(), replication: z.int() }),
  ),
  EventTopicSaveFailed: event(z.object(asked)),
  /** The broker does not have it any more. Its messages are gone, so nothing makes it again by itself. */
  /** A look found it with other partitions or replicas than before: somebody changed them at the brokers. */
  EventTopicSeen: event(
    z.object({
      eventTopicId: idSchema,
      brokerId: z.string().check(z.maxLength(100)),
      partitions: z.int(),
      replication: z.int(),
    }),
  ),
  EventTopicMissed: event(z.object({ eventTopicId: idSchema })),
  EventTopicRemovalRequested: event(z.object(asked)),
  EventTopicRemoved: event(z.object(asked)),
};

export type EventTopicEvent = EventsOf<typeof eventTopicEvents>;

export type EventTopicCommand =
  | Command<'AddEventTopic', EventTopicDetails & { eventTopicId: number; operationId: string; choice: TopicChoice }>
  | Command<'ChangeEventTopic', EventTopicDetails & { operationId: string; choice: TopicChoice }>
  | Command<'BeginMaking' | 'FailSave', { operationId: string }>
  | Command<'ConfirmSave', { operationId: string; brokerId: string; partitions: number; replication: number }>
  | Command<'SeeEventTopic', { brokerId: string; partitions: number; replication: number }>
  | Command<'MissEventTopic', { brokerId: string }>
  | Command<'RemoveEventTopic', { operationId: string }>
  | Command<'ConfirmRemoval', { operationId: string }>;

/**
 * What the broker was last seen to have.
 *
 * @property saved the partitions that the newest save left, if there are others now.
 */
export type MadeTopic = Readonly<{ brokerId: string; partitions: number; replication: number; saved?: number }>;

/**
 * @property operationId the operation under way, or null.
 * @property choice   what was said with the newest request.
 * @property named    the keys of all settings that were ever wanted for it.
 * @property made     null: not made yet, or not known to be.
 * @property begun    what the broker was last told to make, when nobody has heard yet whether it did.
 * @property standing how the newest request ended.
 */
export type KnownTopic = Readonly<{
  status: 'active' | 'removing';
  eventTopicId: number;
  details: EventTopicDetails;
  operationId: string | null;
  choice: TopicChoice;
  named: readonly string[];
  made: MadeTopic | null;
  begun: Readonly<{ operationId: string; details: EventTopicDetails }> | null;
  standing: 'saved' | 'failed' | 'missing';
}>;

export type EventTopic = Readonly<{ status: 'none' }> | Readonly<{ status: 'removed' }> | KnownTopic;

/** How a topic stands, for people. */
export const topicStates = ['saving', 'active', 'failed', 'missing', 'removing'] as const;
export type TopicState = (typeof topicStates)[number];
