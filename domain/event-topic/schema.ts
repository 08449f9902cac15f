import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { ownHistoryEntry } from '../core/history.ts';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { basedOnField, savedBasedOn } from '../core/older-form.ts';
import { atMost, requiredText } from '../core/required-text.ts';
import { mostEvents } from '../event-category/limits.ts';
import { attributesField, configField } from './config.ts';
import { topicChoices } from './event-topic.ts';
import { eventTopicHistory } from './history.ts';
import { eventTopicNameLimit, mostPartitions, mostReplicas } from './limits.ts';
import { eventTopicRow } from './row.ts';

/** As `idSchema` has it. */
const greatestId = 2_147_483_647;

/** Kafka's own rule for names. It also refuses `.` and `..`. */
const topicName = requiredText(eventTopicNameLimit, 'event-topic.name-required').check(
  z.regex(/^[\w.-]*$/, { error: 'event-topic.name-invalid', abort: true }),
  z.refine((name) => name !== '.' && name !== '..', 'event-topic.name-invalid'),
);

const count = (most: number, code: string) =>
  z._default(z.nullable(z.int(code).check(z.minimum(1, code), z.maximum(most, code))), null);

/** `POST /api/event-topic`. `id` 0 adds a topic. */
export const eventTopicBody = z.strictObject({
  id: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
  name: topicName,
  kafkaEnvId: idSchemaFor('event-topic.kafka-required'),
  categoryId: idSchemaFor('event-topic.category-required'),
  organizationId: idSchemaFor('event-topic.organization-required'),
  organizationAttr: attributesField,
  subscribed: z
    .array(idSchema, { error: ({ code }) => (code === 'invalid_type' ? 'event-topic.subscribed-required' : undefined) })
    .check(z.minLength(1, 'event-topic.subscribed-required'), z.maxLength(mostEvents)),
  config: configField,
  /** Null: as the broker makes it. */
  partitions: count(mostPartitions, 'event-topic.partitions-invalid'),
  replication: count(mostReplicas, 'event-topic.replication-invalid'),
  /** What the person says of a topic that is there already, or gone. Default: nothing. */
  choice: z._default(z.nullable(z.enum(topicChoices)), null),
  basedOn: basedOnField,
});
export type EventTopicBody = z.output<typeof eventTopicBody>;

/** `operationId` is null when nothing had to change. */
export const eventTopicSaved = z.object({
  id: idSchema,
  name: z.string(),
  operationId: z.nullable(z.uuid()),
  basedOn: savedBasedOn,
  position: z.string(),
});
export const eventTopicRemoved = z.object({
  entityId: idSchema,
  operationId: z.nullable(z.uuid()),
  position: z.string(),
});

/** `GET /api/event-topics`. Without a filter: of all categories, of all organizations. */
export const eventTopicListQuery = z.extend(
  listParameters(['id', 'name', 'organization', 'category', 'kafkaEnv'], { sort: 'name', order: 'asc' }),
  {
    categoryId: z.optional(idParameter),
    organizationId: z.optional(idParameter),
    /** Looks in the names of topic, organization, category and Kafka environment. */
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  },
);
export type EventTopicListQuery = z.output<typeof eventTopicListQuery>;
export const eventTopicPage = pageOf('topics', eventTopicRow);

/** Which of an organization's topics of a category. Default: of the first of DEV, TEST, UAT, PROD that there is. */
const ofEnvironment = { env: z.optional(environmentSchema) };

/** `GET /api/event-topic`. */
export const eventTopicOfQuery = z.object({ organizationId: idParameter, categoryId: idParameter, ...ofEnvironment });

/** A topic's id, or `organizationId;categoryId`. */
export const eventTopicKey = z.string().check(
  atMost(21),
  z.regex(/^[1-9]\d{0,9}(;[1-9]\d{0,9})?$/, { abort: true }),
  z.refine((text) => text.split(';').every((id) => Number(id) <= greatestId)),
);
export const eventTopicKeyQuery = z.object(ofEnvironment);

/** `GET /api/event-topics/at-broker`. */
export const topicAtBrokerQuery = z.object({
  kafkaEnvId: idParameter,
  name: z.string().check(atMost(eventTopicNameLimit), z.regex(/^[\w.-]+$/)),
});
/** What a broker has of a topic, for the decision to adopt it. Null: no topic of this name is there. */
export const topicAtBroker = z.object({
  found: z.nullable(
    z.object({
      partitions: z.int(),
      replication: z.int(),
      config: z.string(),
      /** Who may do what: `User:orders may read`. */
      acls: z.array(z.object({ principal: z.string(), operation: z.string(), permission: z.string() })),
      /** Groups that have read from it. */
      groups: z.array(z.string()),
    }),
  ),
});
export type TopicAtBroker = z.output<typeof topicAtBroker>;

/** An entry of `GET /api/event-topic/{id}/history`, the newest first. */
export const eventTopicChange = ownHistoryEntry(eventTopicHistory);
export type EventTopicChange = z.output<typeof eventTopicChange>;
