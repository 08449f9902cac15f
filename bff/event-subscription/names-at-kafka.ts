import { sql } from 'kysely';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { EventSubscriptionBody } from '#domain/event-subscription/schema.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';

const taken = (field: 'kafkaUserId' | 'group', code: string, subscription: string): RefusedError =>
  new RefusedError(refuse('conflict', { code, field, parameters: { subscription } }));

/** Whether a subscription has a user, for its old login too, at Kafka or as it is wanted. */
const hasUser = (user: string) =>
  sql<boolean>`(${user} in (wanted#>>'{credential,user}', wanted#>>'{previous,credential,user}')
    or coalesce(${user} in (applied#>>'{credential,user}', applied#>>'{previous,credential,user}'), false))`;

/**
 * Checks that no other subscription at a Kafka has a given user, or reads as a member of the same group: the two would take each
 * other's messages away.
 *
 * @returns the guard that the new subscription raises, so that two that are added at the same time do not get the same.
 * @throws RefusedError at the field.
 */
export const refuseTakenNames = async (
  services: Services,
  kafkaEnvId: number,
  { kafkaUserId, group, reads }: Pick<EventSubscriptionBody, 'kafkaUserId' | 'group' | 'reads'>,
): Promise<readonly UsedGuard[]> => {
  if (kafkaUserId === '' && group === '') return [];
  const guards = await readGuards(services, [`kafka-names-${kafkaEnvId}`], ['event_subscriptions']);
  const other = await services.db
    .selectFrom('event_subscriptions')
    .select(['name', hasUser(kafkaUserId).as('has_user')])
    .where('kafka_env_id', '=', kafkaEnvId)
    .where((row) =>
      row.or([
        ...(kafkaUserId === '' ? [] : [hasUser(kafkaUserId)]),
        ...(reads && group !== '' ? [sql<boolean>`reader_group->>'name' = ${group}`] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (other?.has_user) throw taken('kafkaUserId', 'event-subscription.user-taken', other.name);
  if (other) throw taken('group', 'event-subscription.group-taken', other.name);
  return guards;
};
