import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';
import { rowBasedOn } from '../core/older-form.ts';
import { certificateSchema } from '../resource/certificate.ts';
import { topicStates } from './event-topic.ts';

const named = z.object({ id: idSchema, name: z.string() });

/** A topic, and the values of its form. Names are '' until the read tables show the thing. */
export const eventTopicRow = z.object({
  id: idSchema,
  name: z.string(),
  kafkaEnvId: idSchema,
  categoryId: idSchema,
  organizationId: idSchema,
  organizationAttr: z.string(),
  subscribed: z.array(idSchema),
  /** JSON: what is set for it. */
  config: z.string(),
  partitions: z.nullable(z.int()),
  replication: z.nullable(z.int()),
  organization: named,
  category: named,
  /** `address` is for people. `envType` is null until the read tables show the resource. */
  kafkaEnv: z.extend(named, { envType: z.nullable(environmentSchema), address: z.string() }),
  state: z.enum(topicStates),
  /** The operation under way, or null. */
  operationId: z.nullable(z.uuid()),
  /** What the broker has; null: not made yet. */
  made: z.nullable(z.object({ partitions: z.int(), replication: z.int() })),
  basedOn: rowBasedOn,
});
export type EventTopicRow = z.output<typeof eventTopicRow>;

/**
 * A topic as who may read it sees it: with the certificates of its Kafka, which clients may need.
 *
 * @property environments    those in which its organization has a topic of its category, where it was asked for by the two.
 * @property openDifferences what of it and its subscriptions waits in the drift; null for those who may not read that.
 */
export const eventTopicView = z.extend(eventTopicRow, {
  environments: z._default(z.array(environmentSchema), []),
  openDifferences: z._default(z.nullable(z.int()), null),
  certificates: z._default(z.array(z.pick(certificateSchema, { name: true, certificate: true })), []),
});
export type EventTopicView = z.output<typeof eventTopicView>;
