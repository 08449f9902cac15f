import type { Actor } from '#domain/core/actor.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { SubscriptionLag } from '#domain/topic-message/schema.ts';
import { findEventSubscription } from '../event-subscription/row.ts';
import { authorize } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { atOwnTopic, loadTopic } from './at-own-topic.ts';

/** Groups in an answer: each costs the brokers two looks. */
const most = 20;

/**
 * Returns how far the groups of a subscription are behind. Nothing is kept of it.
 *
 * @throws RefusedError 404 for other organizations; 409, 503 as `atOwnTopic`.
 */
export const readLag = async (services: Services, actor: Actor, id: number): Promise<SubscriptionLag> => {
  const found = await findEventSubscription(services.db, id);
  if (!found) throw new RefusedError(notFound());
  authorize(actor, 'event-subscription.lag', { organizationId: found.organization_id });
  const { reader_group: group, topic_name: name } = found;
  if (!group) return { groups: [], leftOut: 0 };
  const topic = await loadTopic(services, found.topic_id);
  return await atOwnTopic(services, actor, topic, async (kafka) => {
    const names = group.pattern === 'literal' ? [group.name] : await kafka.readersOf(name, group.name);
    const asked = names.slice(0, most);
    const lags = await kafka.topicLagOf(name, asked);
    return {
      groups: lags.flatMap(({ members, messages, unread }, at) =>
        messages === null ? [] : [{ name: asked[at] ?? '', members, messages, unread }],
      ),
      leftOut: names.length - asked.length,
    };
  });
};
