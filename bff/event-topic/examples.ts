import { accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { randomId } from '#platform/uuid.ts';
import { newName, type RouteExamples } from '#test/examples/route-examples.ts';
import type { BffWorld, Side } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

/** Nobody listens there, so that a save waits for it. */
const nowhere = '127.0.0.1:1';

const newCategory = async (world: BffWorld): Promise<number> => {
  const eventCategoryId = await newId(world.pool, 'event-category');
  const event = { id: 0, name: 'Placed', description: '', eventTypeId: 'placed', schema: '{}' };
  const { businessAreaId } = world;
  const data = { eventCategoryId, name: newName(), description: '', type: '', businessAreaId, events: [event] };
  await world.shown(await world.seed.send(eventCategoryDecider, eventCategoryId, { type: 'AddEventCategory', data }));
  return eventCategoryId;
};

/** A Kafka that does not answer. */
export const newKafka = async (world: BffWorld): Promise<number> => {
  const resourceId = await newId(world.pool, 'resource');
  await world.shown(
    await world.seed.send(resourceDecider, resourceId, {
      type: 'RegisterResource',
      data: {
        resourceId,
        type: 'KAFKA',
        name: newName(),
        isPublic: true,
        organizations: [],
        envType: 'DEV',
        address: nowhere,
        internalAddr: null,
        securityProtocol: 'PLAINTEXT',
        mechanism: null,
        user: null,
        password: null,
      },
    }),
  );
  return resourceId;
};

/** A topic's name has no spaces. */
const topicName = (): string => newName().replace(/[^\w.-]/g, '-');

type Places = Readonly<{ kafkaEnvId: number; categoryId: number; organizationId: number }>;
const placesIn = async (world: BffWorld, { organizationId }: Side = world.acme): Promise<Places> => ({
  kafkaEnvId: await newKafka(world),
  categoryId: await newCategory(world),
  organizationId,
});

const details = { organizationAttr: '{}', subscribed: [1], partitions: null, replication: null };

const newTopic = async (world: BffWorld, places: Places): Promise<{ id: number; name: string }> => {
  const [id, name] = [await newId(world.pool, 'event-topic'), topicName()];
  const data = {
    ...places,
    ...details,
    eventTopicId: id,
    name,
    config: {},
    operationId: randomId(),
    choice: null,
  };
  await world.seed.send(eventTopicDecider, id, { type: 'AddEventTopic', data });
  const pair = { eventCategoryId: places.categoryId, organizationId: places.organizationId };
  const grantId = await newId(world.pool, 'access-grant');
  await world.shown(
    await world.seed.send(accessDecider, accessIdOfPair(pair), { type: 'GrantAccess', data: { grantId, ...pair } }),
  );
  return { id, name };
};

export const examples: RouteExamples = {
  who: `
                                               portal gateway admin user auditor support owner owningAdmin
    GET /api/event-topics                own   200 403 403 403 403 403 403 403
    GET /api/event-topics/download       own   200 403 403 403 403 403 403 403
    GET /api/event-topics/at-broker      own   503 403 403 403 403 403 403 403
    GET /api/event-topic                 own   200 404 200 200 404 404 200 200
    GET /api/event-topic                 other 200 404 404 404 404 404 404 404
    GET /api/event-topic/{id}            own   200 404 200 200 404 404 200 200
    GET /api/event-topic/{id}            other 200 404 404 404 404 404 404 404
    GET /api/event-topic/{id}/history    own   200 403 403 403 403 403 403 403
    POST /api/event-topic                own   200 403 403 403 403 403 403 403
    DELETE /api/event-topic/{id}         own   200 403 403 403 403 403 403 403
  `,
  own: ['GET /api/event-topics/download', 'GET /api/event-topics/at-broker', 'GET /api/event-topic/{id}/history'],
  calls: async (world) => {
    const kept = new Map<Side, Places & { id: number }>();
    for (const side of [world.acme, world.partner]) {
      const places = await placesIn(world, side);
      kept.set(side, { ...places, id: (await newTopic(world, places)).id });
    }
    const topicOf = (side: Side) => {
      const found = kept.get(side);
      if (!found) throw new Error('the organization has no topic');
      return found;
    };
    const { id, kafkaEnvId } = topicOf(world.acme);
    return {
      'GET /api/event-topics/at-broker': () => ({
        target: `/api/event-topics/at-broker?kafkaEnvId=${kafkaEnvId}&name=orders`,
      }),
      'GET /api/event-topic': ({ owner }) => {
        const { organizationId, categoryId } = topicOf(owner);
        return { target: `/api/event-topic?organizationId=${organizationId}&categoryId=${categoryId}` };
      },
      'GET /api/event-topic/{id}': ({ owner }) => ({ target: `/api/event-topic/${topicOf(owner).id}` }),
      'GET /api/event-topic/{id}/history': () => ({ target: `/api/event-topic/${id}/history` }),
      'POST /api/event-topic': async () => ({
        target: '/api/event-topic',
        json: { id: 0, name: topicName(), ...(await placesIn(world)), ...details, config: '{}' },
      }),
      'DELETE /api/event-topic/{id}': async (_subject, allowed) => ({
        target: `/api/event-topic/${allowed ? (await newTopic(world, await placesIn(world))).id : id}`,
      }),
    };
  },
  probes: {
    'a topic to read': {
      of: async (world) => (await newTopic(world, await placesIn(world))).id,
      ask: (_world, id) => ({ method: 'GET', target: `/api/event-topic/${id}` }),
    },
    'the organization and category of a topic': {
      of: async (world) => {
        const places = await placesIn(world);
        await newTopic(world, places);
        return places.categoryId;
      },
      ask: ({ acme }, id) => ({ method: 'GET', target: `/api/event-topic/${acme.organizationId};${id}` }),
    },
  },
  older: (world) => ({
    'POST /api/event-topic': async () => {
      const places = await placesIn(world);
      const { id, name } = await newTopic(world, places);
      const body = { id, name, ...places, ...details, config: '{}' };
      return {
        read: `/api/event-topic/${id}`,
        target: '/api/event-topic',
        theirs: { ...body, organizationAttr: '{"cost":1}' },
        mine: { ...body, partitions: 3 },
        changes: [{ field: 'organizationAttr', from: '{}', to: '{"cost":1}' }],
      };
    },
  }),
};
