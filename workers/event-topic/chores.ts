import { byPortal } from '#domain/core/actor.ts';
import { kafkaNamed } from '#domain/core/operation-kind.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { execute } from '#eventstore/execute.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { releaseLease, takeLease } from '#platform/lease.ts';
import { randomId } from '#platform/uuid.ts';
import { isAway } from '../engine/outage.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { withBrokers } from '../kafka/with-brokers.ts';

type Row = Readonly<{ id: number; name: string; brokerId: string }>;

/** Reads the topics that a Kafka was last seen to have, and that nobody is changing. */
const settledAt = async ({ pool }: WorkerServices, kafkaEnvId: number): Promise<readonly Row[]> => {
  const { rows } = await pool.query<Row>(
    `select id, name, made->>'brokerId' as "brokerId" from event_topics
     where kafka_env_id = $1 and made is not null and standing <> 'missing' and operation_id is null`,
    [kafkaEnvId],
  );
  return rows;
};

/** Returns whether a topic is gone. A list leaves out what this login may not see, so each is asked for by its name. */
const isGone = async (kafka: KafkaClient, { name, brokerId }: Row): Promise<boolean> =>
  (await kafka.describeTopic(name))?.id !== brokerId;

const missTopics = async (services: WorkerServices, kafkaEnvId: number): Promise<void> => {
  // Before the broker is asked: what is made later is not in this list.
  const rows = await settledAt(services, kafkaEnvId);
  if (rows.length === 0) return;
  await withBrokers(services, kafkaEnvId, async ({ kafka }) => {
    const ids = await kafka.topicIds();
    for (const row of rows) {
      if (ids.get(row.name) === row.brokerId || !(await isGone(kafka, row))) continue;
      services.log.warn({ kafka: kafkaEnvId, topic: row.id }, 'a topic was deleted at its Kafka');
      await execute({
        store: services.store,
        decider: eventTopicDecider,
        id: row.id,
        command: { type: 'MissEventTopic', data: { brokerId: row.brokerId } },
        meta: { actor: byPortal, commandId: randomId(), correlationId: randomId(), time: new Date().toISOString() },
      });
    }
  });
};

const lookAtOne = async (services: WorkerServices, id: number, every: number): Promise<void> => {
  const { pool, worker, log } = services;
  if (await isAway(pool, kafkaNamed(id))) return;
  const lease = await takeLease(pool, { name: `topics-${id}`, holder: worker, milliseconds: every });
  if (!lease) return;
  try {
    await missTopics(services, id);
  } catch (error) {
    log.warn(
      { kafka: id, reason: error instanceof Error ? error.message : String(error) },
      'cannot look at the topics of a Kafka',
    );
    await releaseLease(pool, lease);
  }
};

/** Looks at each Kafka once in `every` milliseconds, in one process, and all at once, so that a slow one delays no other. */
const lookAtTopics = async (services: WorkerServices, every: number): Promise<void> => {
  const { rows } = await services.pool.query<{ id: number }>('select distinct kafka_env_id as id from event_topics');
  await Promise.all(rows.map(({ id }) => lookAtOne(services, id, every)));
};

export const topicChores: readonly Chore[] = [
  { name: 'looking at the topics', run: (services, { gateways }) => lookAtTopics(services, gateways) },
];
