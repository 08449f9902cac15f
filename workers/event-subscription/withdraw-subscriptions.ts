import { eventAccessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { byPortal } from '#domain/core/actor.ts';
import type { EventActor } from '#domain/core/event.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { followLog, type Reactions, reacting } from '../engine/follow-log.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Requests the removal of one subscription, by a separate operation. Once for each cause, however often that is delivered. */
const withdraw = async (
  { store }: WorkerServices,
  id: number,
  cause: RecordedEvent,
  actor: EventActor,
): Promise<void> => {
  const name = `withdraw-subscription/${cause.id}/${id}`;
  const done = await execute({
    store,
    decider: eventSubscriptionDecider,
    id,
    command: { type: 'RequestRemoval', data: { operationId: uuidV5(porticoNamespace, `${name}/operation`) } },
    meta: {
      actor,
      commandId: uuidV5(porticoNamespace, name),
      correlationId: cause.meta.correlationId,
      causationId: cause.id,
      time: new Date().toISOString(),
    },
  });
  // One that is gone or being removed needs no request. After a conflict the delivery is repeated.
  if (isRefusal(done) && done.refused !== 'not-found') throw new Error(done.problems[0].code);
};

const reactions: Reactions = {
  EventSubscriptionRequested: async (services, event) => {
    const { eventSubscriptionId, topicId, organizationId } = event.data;
    const topic = await loadState(services.store, eventTopicDecider, topicId);
    // With a topic that is gone, its subscriptions go.
    if (topic.status === 'none' || topic.status === 'removed') return;
    const { categoryId } = topic.details;
    await services.pool.query('insert into given_subscriptions values ($1, $2, $3) on conflict do nothing', [
      eventSubscriptionId,
      categoryId,
      organizationId,
    ]);
    // It was requested while the access was being revoked, too late.
    const access = await loadState(services.store, accessDecider, eventAccessIdOf(categoryId, organizationId));
    if (access.status === 'revoked') await withdraw(services, eventSubscriptionId, event, byPortal);
  },
  EventSubscriptionRemoved: async (services, { data }) => {
    await services.pool.query('delete from given_subscriptions where event_subscription_id = $1', [
      data.eventSubscriptionId,
    ]);
  },
  EventAccessRevoked: async (services, event) => {
    const { rows } = await services.pool.query<{ id: number }>(
      `select event_subscription_id as id from given_subscriptions
       where event_category_id = $1 and organization_id = $2 order by id`,
      [event.data.eventCategoryId, event.data.organizationId],
    );
    for (const { id } of rows) await withdraw(services, id, event, event.meta.actor);
  },
};

/**
 * Follows the log. When an organization's access to an event category is revoked, requests the removal of all its subscriptions of the
 * category's topics: the rights at Kafka go first, which stops running clients, then the user. Support sees these operations and can
 * replay them. Ends when the signal aborts. It has a place of its own in the log: the last release follows `withdrawals` too, and
 * would pass by what it does not know.
 */
export const runSubscriptionWithdrawals = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  followLog(services, reacting(services, 'event-withdrawals', reactions), signal);
