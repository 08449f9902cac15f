import { accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import type { RouteExamples, Subject } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newMadeTopic, newSubscription } from '../event-subscription/examples.ts';
import { newId } from '../http/new-id.ts';

/** A topic of an organization that has access to its category, and a subscription of it. Its Kafka does not answer. */
const newTopic = async (world: BffWorld, side: Side): Promise<{ id: number; subscriptionId: number }> => {
  const topic = await newMadeTopic(world, side);
  const pair = { eventCategoryId: topic.categoryId, organizationId: side.organizationId };
  const grantId = await newId(world.pool, 'access-grant');
  const data = { grantId, ...pair };
  await world.shown(await world.seed.send(accessDecider, accessIdOfPair(pair), { type: 'GrantAccess', data }));
  return { id: topic.id, subscriptionId: await newSubscription(world, side, topic) };
};

export const examples: RouteExamples = {
  who: `
                                              portal gateway admin user auditor support owner owningAdmin
    POST /api/event-topic/{id}/messages     own   503 404 503 503 404 404 503 503
    POST /api/event-topic/{id}/messages     other 503 404 404 404 404 404 404 404
    POST /api/event-topic/{id}/test-message own   503 403 403 403 403 403 403 403
    GET /api/event-subscription/{id}/lag    own   503 404 503 503 404 404 503 503
    GET /api/event-subscription/{id}/lag    other 503 404 404 404 404 404 404 404
  `,
  own: [
    'POST /api/event-topic/{id}/messages',
    'POST /api/event-topic/{id}/test-message',
    'GET /api/event-subscription/{id}/lag',
  ],
  calls: async (world) => {
    const kept = new Map<Side, { id: number; subscriptionId: number }>();
    for (const side of [world.acme, world.partner]) kept.set(side, await newTopic(world, side));
    const idOf = ({ owner }: Subject) => kept.get(owner)?.id ?? 0;
    return {
      'POST /api/event-topic/{id}/messages': (subject) => ({ target: `/api/event-topic/${idOf(subject)}/messages` }),
      'POST /api/event-topic/{id}/test-message': (subject) => ({
        target: `/api/event-topic/${idOf(subject)}/test-message`,
        json: { eventId: 1, payload: '{}' },
      }),
      'GET /api/event-subscription/{id}/lag': ({ owner }) => ({
        target: `/api/event-subscription/${kept.get(owner)?.subscriptionId ?? 0}/lag`,
      }),
    };
  },
  probes: {
    'a topic to look into': {
      of: async (world) => (await newTopic(world, world.acme)).id,
      ask: (_world, id) => ({ method: 'POST', target: `/api/event-topic/${id}/messages` }),
    },
    'a subscription whose lag is asked for': {
      of: async (world) => (await newTopic(world, world.acme)).subscriptionId,
      ask: (_world, id) => ({ method: 'GET', target: `/api/event-subscription/${id}/lag` }),
    },
  },
};
