import type { ReaderGroup } from '#domain/event-subscription/event-subscription.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Old logins that one look asks for. More at a time are rare, and the ones that end first come first. */
const loginLimit = 200;

type Row = Readonly<{ id: number; login: string; group: ReaderGroup }>;

/**
 * Keeps which old logins of rotations read now. Kafka tells nobody who is logged in. It does tell what the members of a group call
 * themselves, and the configurations that people are given call a client by its login. What can't be looked at stays as it was seen last.
 *
 * @param now is kept with those that were looked at.
 */
export const watchOldLogins = async (
  { pool, log }: Pick<WorkerServices, 'pool' | 'log'>,
  kafka: KafkaClient,
  kafkaEnvId: number,
  now: Date,
): Promise<void> => {
  const { rows } = await pool.query<Row>(
    `select id, applied #>> '{previous,credential,user}' as login, reader_group as group
     from event_subscriptions
     where kafka_env_id = $1 and previous_until is not null and reader_group is not null
       and applied #>> '{previous,credential,user}' is not null
     order by previous_until, id limit $2`,
    [kafkaEnvId, loginLimit],
  );
  for (const { id, login, group } of rows) {
    try {
      const isReading = (await kafka.clientsOf(group)).has(login);
      await pool.query(
        `insert into kafka_login_uses as use (event_subscription_id, login, looked_at, last_seen_at)
         values ($1, $2, $3, case when $4 then $3::timestamptz end)
         on conflict (event_subscription_id, login) do update set
           looked_at = excluded.looked_at, last_seen_at = coalesce(excluded.last_seen_at, use.last_seen_at)`,
        [id, login, now, isReading],
      );
    } catch (error) {
      // A Kafka may let Portico see topics and users, and not this group.
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ kafka: kafkaEnvId, subscription: id, reason }, 'cannot see who reads with an old login');
    }
  }
  await pool.query(
    `delete from kafka_login_uses use where not exists (
       select from event_subscriptions
       where id = use.event_subscription_id and use.login in (
         wanted #>> '{previous,credential,user}', applied #>> '{previous,credential,user}'))`,
  );
};
