import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { EventSubscriptionBody } from '#domain/event-subscription/schema.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { readGuards } from '../http/guards.ts';
import type { Services } from '../http/services.ts';

const taken = (field: 'kafkaUserId' | 'group', code: string, subscription: string): RefusedError =>
  new RefusedError(refuse('conflict', { code, field, parameters: { subscription } }));

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
  const others = await services.db
    .selectFrom('event_subscriptions')
    .select(['name', 'wanted', 'applied', 'reader_group'])
    .where('kafka_env_id', '=', kafkaEnvId)
    .execute();
  for (const { name, wanted, applied, reader_group: theirs } of others) {
    const users = [wanted, applied].flatMap((logins) =>
      logins ? [logins.credential.user, logins.previous?.credential.user] : [],
    );
    if (kafkaUserId !== '' && users.includes(kafkaUserId))
      throw taken('kafkaUserId', 'event-subscription.user-taken', name);
    if (reads && group !== '' && theirs?.name === group) throw taken('group', 'event-subscription.group-taken', name);
  }
  return guards;
};
