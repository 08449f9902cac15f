import type { ReaderGroup } from '#domain/event-subscription/event-subscription.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Old logins that one look asks for. More at a time are rare, and the ones that end first come first. */
const loginLimit = 200;

/** Groups of one subscription that are looked at: each costs the brokers two looks. */
const groupLimit = 20;

type Row = Readonly<{ id: number; user: string; topic: string; group: ReaderGroup }>;

const isReading = async (kafka: KafkaClient, { user, topic, group }: Row): Promise<boolean> => {
  const groups = group.pattern === 'literal' ? [group.name] : await kafka.readersOf(topic, group.name);
  return (await kafka.clientsIn(groups.slice(0, groupLimit))).has(user);
};

/**
 * Keeps which old logins of rotations read now. Kafka tells nobody who is logged in. It does tell what the members of a group call
 * themselves, and the configurations that people are given call a client by its login.
 *
 * @param now is kept with those that read.
 */
export const watchOldLogins = async (
  { pool }: Pick<WorkerServices, 'pool'>,
  kafka: KafkaClient,
  kafkaEnvId: number,
  now: Date,
): Promise<void> => {
  const { rows } = await pool.query<Row>(
    `select id, applied #>> '{previous,credential,user}' as user, topic_name as topic, reader_group as group
     from event_subscriptions
     where kafka_env_id = $1 and previous_until is not null and reader_group is not null
       and applied #>> '{previous,credential,user}' is not null
     order by previous_until, id limit $2`,
    [kafkaEnvId, loginLimit],
  );
  const seen: Row[] = [];
  for (const row of rows) if (await isReading(kafka, row)) seen.push(row);
  await pool.query(
    `insert into kafka_login_uses (event_subscription_id, login, last_seen_at)
     select seen.*, $3 from unnest($1::int[], $2::text[]) as seen
     on conflict (event_subscription_id, login) do update set last_seen_at = excluded.last_seen_at`,
    [seen.map(({ id }) => id), seen.map(({ user }) => user), now],
  );
  await pool.query(
    `delete from kafka_login_uses use where not exists (
       select from event_subscriptions
       where id = use.event_subscription_id and use.login in (
         wanted #>> '{previous,credential,user}', applied #>> '{previous,credential,user}'))`,
  );
};
