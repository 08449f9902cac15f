import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '#bff/app.ts';
import type { EventActor } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { loadState } from '#eventstore/load.ts';
import { registerSubscription } from '#eventstore/subscription/lease.ts';
import { createTargetPolicy, defaultTargets } from '#gateway/target/target-policy.ts';
import { aclsOf } from '#kafka/subscription-acls.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { brokersToTest, type OwnBroker, registerBroker } from '#test/kafka/any-broker.ts';
import { subscriptionRequests } from '#test/world/subscription-requests.ts';
import type { Send } from '#test/world/world-requests.ts';
import { startWorker } from '#workers/start-worker.ts';
import { appendMany, type NewStream } from './append-many.ts';
import { fillBroker } from './fill-broker.ts';
import { measure, quantile } from './measure.ts';
import { preparePortal } from './portal.ts';
import type { World } from './world.ts';

/** Goals in milliseconds at 2,000 topics and 20,000 subscriptions (docs/decisions/0120-topics.md). */
const listGoal = 50;
const applyGoal = 2_000;

const kafkaEnvId = 1;
const categories = 20;
/** Subscriptions of each topic. */
const each = 10;
const password = 'of-the-benchmark';
/** What of a worker follows the log. */
const followers = ['dispatcher', 'withdrawals', 'event-withdrawals', 'followers', 'owner-joins', 'mails'];

const actor: EventActor = { userId: 1, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] };
const topicName = (topic: number) => `orders.${topic}`;
const userOf = (subscription: number) => `bench-${subscription}.1`;
const organizationOf = (topic: number) => 1 + Math.floor((topic - 1) / categories);
const topicOf = (subscription: number) => 1 + Math.floor((subscription - 1) / each);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const streamOf = (stream: string, events: readonly PorticoEvent[]): NewStream => ({
  stream,
  events: events.map((event) => ({ ...event, id: randomId() })),
  meta: { actor, commandId: randomId(), correlationId: randomId(), time: '2026-01-01T00:00:00.000Z' },
});

const detailsOf = (topic: number) => ({
  name: topicName(topic),
  kafkaEnvId,
  categoryId: 1 + ((topic - 1) % categories),
  organizationId: organizationOf(topic),
  organizationAttr: '{}',
  subscribed: [1],
  partitions: 1,
  replication: 1,
  config: {},
});

const credentialOf = (subscription: number) => ({
  user: userOf(subscription),
  isGiven: false,
  password: { secretId: randomId(), fingerprint: 'bench' },
});

/** An operation that has ended: a worker has nothing to do for it. */
const endedOperation = (operationId: string): NewStream =>
  streamOf(`operation-${operationId}`, [
    { type: 'OperationStarted', data: { attempt: 1, worker: 'bench' } },
    { type: 'OperationCompleted', data: { attempt: 1 } },
  ]);

/** Everything that belongs to topics, as the log has it. @param ids Kafka's own of each topic. */
function* logOf(topics: number, ids: ReadonlyMap<string, string>): Generator<NewStream> {
  const person = { firstname: 'Ada', lastname: 'Byron', email: 'ada@company.example' };
  yield streamOf('user-1', [
    { type: 'UserRegistered', data: { userId: 1, organizationId: 1, ...person, roles: ['ROLE_PORTAL_ADMIN'] } },
  ]);
  for (const organizationId of numbers(Math.ceil(topics / categories))) {
    const details = { ...plainOrganization, name: `Company ${organizationId}`, description: '', contact: '' };
    const data = { organizationId, ...details, external: true };
    yield streamOf(`organization-${organizationId}`, [{ type: 'OrganizationRegistered', data }]);
  }
  for (const eventCategoryId of numbers(categories)) {
    const event = { id: 1, name: 'Ordered', description: '', eventTypeId: 'order.made', schema: '{}' };
    const about = { name: `Orders ${eventCategoryId}`, description: '', type: '', businessAreaId: 1, events: [event] };
    yield streamOf(`event-category-${eventCategoryId}`, [
      { type: 'EventCategoryAdded', data: { eventCategoryId, ...about } },
    ]);
  }
  for (const eventTopicId of numbers(topics)) {
    const outcome = { eventTopicId, operationId: randomId() };
    const brokerId = ids.get(topicName(eventTopicId)) ?? '';
    yield streamOf(`event-topic-${eventTopicId}`, [
      { type: 'EventTopicAddRequested', data: { ...outcome, choice: null, ...detailsOf(eventTopicId) } },
      { type: 'EventTopicSaved', data: { ...outcome, brokerId, partitions: 1, replication: 1 } },
    ]);
    yield endedOperation(outcome.operationId);
  }
  for (const eventSubscriptionId of numbers(topics * each)) {
    const topicId = topicOf(eventSubscriptionId);
    const outcome = { eventSubscriptionId, operationId: randomId() };
    const place = { topicId, kafkaEnvId, organizationId: organizationOf(topicId) };
    const rights = { writes: false, group: { pattern: 'literal' as const, name: `group-${eventSubscriptionId}` } };
    const data = {
      ...{ ...outcome, ...place, ...rights },
      ...{ name: `Till ${eventSubscriptionId}`, topicName: topicName(topicId) },
      credential: credentialOf(eventSubscriptionId),
    };
    yield streamOf(`event-subscription-${eventSubscriptionId}`, [
      { type: 'EventSubscriptionRequested', data },
      { type: 'EventSubscriptionApplied', data: outcome },
    ]);
    yield endedOperation(outcome.operationId);
  }
}

/** Makes the topics, users and rights at the broker too. @returns Kafka's own id of each topic. */
const atBroker = async (broker: OwnBroker, topics: number): Promise<ReadonlyMap<string, string>> => {
  const subscriptions = numbers(topics * each);
  const made = await fillBroker(broker, {
    topics: numbers(topics).map(topicName),
    users: subscriptions.map(userOf),
    password,
    acls: subscriptions.flatMap((subscription) =>
      aclsOf({
        user: userOf(subscription),
        topic: topicName(topicOf(subscription)),
        writes: false,
        group: { pattern: 'literal', name: `group-${subscription}` },
      }),
    ),
  });
  return new Map([...made].map(([name, { id }]) => [name, id]));
};

/** Every list of topics and subscriptions, with its filters. */
const callsOf = (topics: number): readonly string[] => [
  '/api/event-topics',
  `/api/event-topics?page=${Math.ceil(topics / 20) - 1}`,
  ...['id', 'name', 'organization', 'category', 'kafkaEnv'].map((sort) => `/api/event-topics?sort=${sort}&order=desc`),
  ...['orders.19', 'company 7', 'an', 'xyzzy'].map((words) => `/api/event-topics?search=${encodeURIComponent(words)}`),
  '/api/event-topics?categoryId=7',
  '/api/event-topics?organizationId=1',
  '/api/event-topic/7',
  '/api/event-topic/1;7',
  '/api/event-subscriptions?topicId=7',
  '/api/event-subscriptions?categoryId=7',
  ...['till 77', 'an', 'xyzzy'].map(
    (words) => `/api/event-subscriptions?categoryId=7&search=${encodeURIComponent(words)}`,
  ),
];

const print = (title: string, p50: number, p95: number, goal: number): void =>
  console.log(
    `${title.padEnd(70)} p50 ${p50.toFixed(1).padStart(6)} ms, p95 ${p95.toFixed(1).padStart(6)} ms${p95 > goal ? `, over ${goal}` : ''}`,
  );

const measureAt = async (world: World, broker: OwnBroker): Promise<void> => {
  const { appUrl, key, ownerUrl, codec, scale, project } = world;
  const { services, signIn, seed } = preparePortal(world);
  const { store, pool, vault, names } = services;
  const send: Send = async (...command) => {
    await seed.send(...command);
  };
  const start = performance.now();
  const ids = await atBroker(broker, scale.topics);
  console.log(
    `topics: ${scale.topics} and ${scale.topics * each} subscriptions made at the broker in ${Math.round((performance.now() - start) / 1_000)} s`,
  );
  await appendMany(ownerUrl, codec, logOf(scale.topics, ids));
  await registerBroker({ vault, pool, send }, kafkaEnvId, broker);
  project();
  if (!(await waitForPosition(pool, await store.head(), 600_000))) throw new Error('the projections did not catch up');

  const app = createApp(services, world.folder);
  const headers = await signIn({ userId: 1, email: '', roles: [], subject: '' });
  for (const path of callsOf(scale.topics)) {
    const { p50, p95 } = await measure(Math.max(3, 60 * scale.calls), 1, async () => {
      const response = await app.request(path, { headers });
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      await response.text();
    });
    print(path, p50, p95, listGoal);
  }

  const targets = createTargetPolicy({ ...defaultTargets, UPSTREAM_ALLOW_NETWORKS: ['127.0.0.0/8'] });
  // As where a worker has run all the time: it would add a job for each request of the log, and find that it has ended.
  for (const name of followers) await registerSubscription(pool, { name, version: 1 }, await store.head());
  const worker = await startWorker({ databaseUrl: appUrl, key, log: silentLog, targets });
  const timed = async (act: (number: number) => Promise<unknown>, isDone: (number: number) => Promise<boolean>) => {
    const times: number[] = [];
    for (const number of numbers(1 + Math.max(2, 20 * scale.calls))) {
      const begun = performance.now();
      await act(number);
      while (!(await isDone(number))) {
        if (performance.now() - begun > 60_000) throw new Error('an operation of the benchmark did not end');
        await sleep(5);
      }
      times.push(performance.now() - begun);
    }
    // A worker that has just started loads what it needs first.
    const [, ...warm] = times;
    return { p50: quantile(warm, 0.5), p95: quantile(warm, 0.95) };
  };
  const idOf = (number: number) => scale.topics * each + number;
  const topic = await timed(
    (number) => {
      const asked = { eventTopicId: idOf(number), operationId: randomId(), choice: null };
      return seed.send(eventTopicDecider, idOf(number), {
        type: 'AddEventTopic',
        data: { ...detailsOf(idOf(number)), ...asked },
      });
    },
    async (number) => {
      const state = await loadState(store, eventTopicDecider, idOf(number));
      return state.status === 'active' && state.standing === 'saved' && state.made !== null;
    },
  );
  print('one more topic, from click to verified at the broker', topic.p50, topic.p95, applyGoal);
  const requests = subscriptionRequests({ vault, pool, send, names });
  const subscription = await timed(
    (number) => requests.add(idOf(number), { kafkaEnvId, topicName: topicName(1) }),
    async (number) => (await loadState(store, eventSubscriptionDecider, idOf(number))).status === 'active',
  );
  print('one more subscription, from click to verified at the broker', subscription.p50, subscription.p95, applyGoal);
  await worker.stop();
};

/**
 * Measures lists of topics and subscriptions, and how long one more of each takes from the command until it is verified at the
 * broker: the sandbox's, or a real Kafka with KAFKA=on.
 */
export const benchTopics = async (world: World): Promise<void> => {
  const last = brokersToTest.findLast(({ isLeftOut }) => !isLeftOut);
  if (!last) throw new Error('there is no broker');
  console.log(`topics: at ${last.title}`);
  const broker = await last.start();
  try {
    await measureAt(world, broker);
  } finally {
    await broker.close();
  }
};
