import { kafkaNamed } from '#domain/core/operation-kind.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { releaseLease, takeLease } from '#platform/lease.ts';
import { isAway } from '../engine/outage.ts';
import type { Chore } from '../engine/sweep.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { watchOldLogins } from '../event-subscription/watch-old-logins.ts';
import { withBrokers } from '../kafka/with-brokers.ts';
import { findKafkaDifferences } from './find-kafka-differences.ts';

/** Looks at one Kafka. @param name names this look. @param now the database's time. */
const lookAt = async (services: WorkerServices, kafkaEnvId: number, name: string, now: Date): Promise<void> => {
  const { pool } = services;
  const { rows } = await pool.query<{ at: Date }>('select looked_at as at from kafka_looks where kafka_env_id = $1', [
    kafkaEnvId,
  ]);
  const look = { name, kafkaEnvId, before: rows[0]?.at ?? null };
  await withBrokers(services, kafkaEnvId, async (brokers) => {
    await findKafkaDifferences(services, brokers, look);
    await watchOldLogins(services, brokers.kafka, kafkaEnvId, now);
  });
  await pool.query(
    'insert into kafka_looks values ($1, $2) on conflict (kafka_env_id) do update set looked_at = excluded.looked_at',
    [kafkaEnvId, now],
  );
};

const lookAtOne = async (services: WorkerServices, id: number, every: number): Promise<void> => {
  const { pool, worker, log } = services;
  if (await isAway(pool, kafkaNamed(id))) return;
  const lease = await takeLease(pool, { name: `topics-${id}`, holder: worker, milliseconds: every });
  if (!lease) return;
  try {
    await lookAt(services, id, `kafka-${id}/${lease.number}`, await readDatabaseTime(pool));
  } catch (error) {
    log.warn({ kafka: id, reason: error instanceof Error ? error.message : String(error) }, 'cannot look at a Kafka');
    await releaseLease(pool, lease);
  }
};

/** Looks at each Kafka that has something of Portico's once in `every` milliseconds, in one process, and all at once, so that a slow one delays no other. */
const lookAtAll = async (services: WorkerServices, every: number): Promise<void> => {
  const { rows } = await services.pool.query<{ id: number }>(
    'select kafka_env_id as id from event_topics union select kafka_env_id as id from event_subscriptions',
  );
  await Promise.all(rows.map(({ id }) => lookAtOne(services, id, every)));
};

export const kafkaChores: readonly Chore[] = [
  { name: 'looking at Kafka', run: (services, { gateways }) => lookAtAll(services, gateways) },
];
