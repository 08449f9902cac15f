import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { randomId } from '#platform/uuid.ts';
import { newName, type RouteExamples, type Subject } from '#test/examples/route-examples.ts';
import { type OwnBroker, registerBroker } from '#test/kafka/any-broker.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import type { Send } from '#test/world/world-requests.ts';
import { newId } from '../http/new-id.ts';
import { newLogin, stemOf } from './new-login.ts';

/** A topic that its Kafka has. */
type MadeTopic = Readonly<{ id: number; name: string; kafkaEnvId: number; categoryId: number }>;

/** Makes a Kafka a resource that does not answer. */
const registerAway = async ({ seed }: BffWorld, kafkaEnvId: number): Promise<unknown> =>
  await seed.send(resourceDecider, kafkaEnvId, {
    type: 'RegisterResource',
    data: {
      resourceId: kafkaEnvId,
      type: 'KAFKA',
      name: newName(),
      isPublic: true,
      organizations: [],
      envType: 'DEV',
      address: 'broker.example:9092',
      internalAddr: '127.0.0.1:1',
      securityProtocol: 'SASL_SSL',
      mechanism: 'SCRAM-SHA-512',
      user: 'portico-itself',
      password: null,
    },
  });

/**
 * A category, a Kafka and a topic of it that Kafka has.
 *
 * @param broker default: one that does not answer.
 */
export const newMadeTopic = async (
  world: BffWorld,
  { organizationId }: Pick<Side, 'organizationId'> = world.acme,
  broker?: OwnBroker,
): Promise<MadeTopic> => {
  const { pool, seed, businessAreaId } = world;
  const send: Send = async (...command) => {
    await seed.send(...command);
  };
  const categoryId = await newId(pool, 'event-category');
  await seed.send(eventCategoryDecider, categoryId, {
    type: 'AddEventCategory',
    data: {
      eventCategoryId: categoryId,
      name: newName(),
      description: '',
      type: '',
      businessAreaId,
      events: [{ id: 0, name: 'Placed', description: '', eventTypeId: 'placed', schema: '{}' }],
    },
  });
  const kafkaEnvId = await newId(pool, 'resource');
  await (broker ? registerBroker({ ...world.services, send }, kafkaEnvId, broker) : registerAway(world, kafkaEnvId));
  const [id, operationId] = [await newId(pool, 'event-topic'), randomId()];
  const name = newName().replace(/[^\w.-]/g, '-');
  await seed.send(eventTopicDecider, id, {
    type: 'AddEventTopic',
    data: {
      eventTopicId: id,
      operationId,
      name,
      kafkaEnvId,
      categoryId,
      organizationId,
      organizationAttr: '{}',
      subscribed: [1],
      partitions: null,
      replication: null,
      config: {},
      choice: null,
    },
  });
  const made = { operationId, brokerId: 'broker-id', partitions: 1, replication: 1 };
  await world.shown(await seed.send(eventTopicDecider, id, { type: 'ConfirmSave', data: made }));
  return { id, name, kafkaEnvId, categoryId };
};

/** A subscription of an organization that works. */
export const newSubscription = async (world: BffWorld, { organizationId }: Side, topic: MadeTopic): Promise<number> => {
  const { services, seed } = world;
  const [id, operationId] = [await newId(world.pool, 'event-subscription'), randomId()];
  await seed.send(eventSubscriptionDecider, id, {
    type: 'RequestSubscription',
    data: {
      eventSubscriptionId: id,
      operationId,
      topicId: topic.id,
      kafkaEnvId: topic.kafkaEnvId,
      organizationId,
      name: newName(),
      topicName: topic.name,
      writes: false,
      group: { pattern: 'prefixed', name: stemOf(services, id) },
      credential: await newLogin(services, id, 1),
    },
  });
  await world.shown(
    await seed.send(eventSubscriptionDecider, id, { type: 'ConfirmSubscription', data: { operationId } }),
  );
  return id;
};

export const examples: RouteExamples = {
  who: `
                                                        portal gateway admin user auditor support owner owningAdmin
    GET /api/event-subscriptions                  own   200 200 200 200 200 200 200 200
    POST /api/event-subscriptions                 own   200 403 403 403 403 403 403 403
    DELETE /api/event-subscription/{id}           own   200 403 403 403 403 403 403 403
    POST /api/event-subscription/{id}/credentials own   200 404 200 200 404 404 200 200
    POST /api/event-subscription/{id}/credentials other 200 404 404 404 404 404 404 404
    POST /api/event-subscription/{id}/rotation    own   200 403 403 403 403 403 403 403
    POST /api/event-subscription/{id}/rotation/end own  409 403 403 403 403 403 403 403
    GET /api/event-subscription/{id}/history      own   200 403 403 403 403 403 403 403
  `,
  own: [
    'POST /api/event-subscription/{id}/credentials',
    'POST /api/event-subscription/{id}/rotation',
    'POST /api/event-subscription/{id}/rotation/end',
    'GET /api/event-subscription/{id}/history',
  ],
  calls: async (world) => {
    const topic = await newMadeTopic(world);
    const kept = new Map<Side, number>();
    for (const side of [world.acme, world.partner]) kept.set(side, await newSubscription(world, side, topic));
    const idOf = ({ owner }: Subject) => kept.get(owner) ?? 0;
    const ownOrNew = async (subject: Subject, allowed: boolean) =>
      allowed ? await newSubscription(world, subject.owner, topic) : idOf(subject);
    return {
      'GET /api/event-subscriptions': () => ({ target: `/api/event-subscriptions?topicId=${topic.id}` }),
      'POST /api/event-subscriptions': ({ owner: { organizationId } }) => ({
        target: '/api/event-subscriptions',
        json: { name: newName(), organizationId, topicId: topic.id },
      }),
      'DELETE /api/event-subscription/{id}': async (subject, allowed) => ({
        target: `/api/event-subscription/${await ownOrNew(subject, allowed)}`,
      }),
      'POST /api/event-subscription/{id}/credentials': (subject) => ({
        target: `/api/event-subscription/${idOf(subject)}/credentials`,
      }),
      'POST /api/event-subscription/{id}/rotation': async (subject, allowed) => ({
        target: `/api/event-subscription/${await ownOrNew(subject, allowed)}/rotation`,
        json: { overlapMinutes: 60 },
      }),
      // No rotation is under way: who may end one gets 409.
      'POST /api/event-subscription/{id}/rotation/end': (subject) => ({
        target: `/api/event-subscription/${idOf(subject)}/rotation/end`,
      }),
      'GET /api/event-subscription/{id}/history': (subject) => ({
        target: `/api/event-subscription/${idOf(subject)}/history`,
      }),
    };
  },
  probes: {
    'a subscription to reveal': {
      of: async (world) => await newSubscription(world, world.acme, await newMadeTopic(world)),
      ask: (_world, id) => ({ method: 'POST', target: `/api/event-subscription/${id}/credentials` }),
    },
    'a topic to read the subscriptions of': {
      of: async (world) => {
        const topic = await newMadeTopic(world);
        await newSubscription(world, world.acme, topic);
        return topic.id;
      },
      ask: (_world, id) => ({ method: 'GET', target: `/api/event-subscriptions?topicId=${id}` }),
    },
  },
};
