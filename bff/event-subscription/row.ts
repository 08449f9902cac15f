import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { currentLogins } from '#domain/event-subscription/logins.ts';
import type { EventSubscriptionRow } from '#domain/event-subscription/row.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { environmentIn } from '../event-topic/row.ts';

/** Selects subscriptions with what their rows show. */
export const selectEventSubscriptions = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('event_subscriptions')
    .innerJoin('organizations', 'organizations.id', 'event_subscriptions.organization_id')
    .leftJoin('kafka_login_uses as old_use', (join) =>
      join
        .onRef('old_use.event_subscription_id', '=', 'event_subscriptions.id')
        .on('old_use.login', '=', sql<string>`event_subscriptions.applied #>> '{previous,credential,user}'`),
    )
    .leftJoin('resources', 'resources.id', 'event_subscriptions.kafka_env_id')
    .selectAll('event_subscriptions')
    .select([
      'organizations.name as organization_name',
      'organizations.status as organization_status',
      'resources.configs as kafka_configs',
      'old_use.looked_at as old_looked_at',
      'old_use.last_seen_at as old_seen_at',
    ]);

export type FoundSubscription = Awaited<
  ReturnType<ReturnType<typeof selectEventSubscriptions>['executeTakeFirstOrThrow']>
>;

/** Undefined when there is none. */
export const findEventSubscription = async (
  db: Kysely<ReadTables>,
  id: number,
): Promise<FoundSubscription | undefined> =>
  await selectEventSubscriptions(db).where('event_subscriptions.id', '=', id).executeTakeFirst();

/** Returns a subscription as the wire has it for a person. */
export const rowOf = (found: FoundSubscription, actor: Actor): EventSubscriptionRow => {
  const status = found.state === 'change-failed' ? 'failed' : found.state;
  const { credential, previous } = currentLogins({ status, wanted: found.wanted, applied: found.applied });
  const owned = { organizationId: found.organization_id };
  return {
    id: found.id,
    name: found.name,
    organizationId: found.organization_id,
    organizationName: found.organization_name,
    isSuspended: found.organization_status !== 'active',
    topicId: found.topic_id,
    topicName: found.topic_name,
    environment: environmentIn(found.kafka_configs),
    kafkaUserId: credential.user,
    writes: found.writes,
    group: found.reader_group,
    state: found.state,
    operationId: found.operation_id,
    previous: previous && {
      kafkaUserId: previous.credential.user,
      until: previous.until,
      seenAt: found.old_seen_at?.toISOString() ?? null,
      lookedAt: found.old_looked_at?.toISOString() ?? null,
    },
    createdAt: found.created_at.toISOString(),
    may: {
      reveal: found.applied !== null && found.state !== 'removing' && may(actor, 'event-subscription.reveal', owned),
      change: found.state !== 'removing' && may(actor, 'event-subscription.save'),
    },
  };
};
