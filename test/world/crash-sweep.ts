import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { differenceDecider } from '#domain/difference/decider.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { loadState } from '#eventstore/load.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { runDispatcher } from '#workers/engine/dispatcher.ts';
import { openQueue, startQueueWorker } from '#workers/engine/queue.ts';
import { createJobWorker } from '#workers/engine/worker.ts';
import { openServices } from '#workers/open-services.ts';
import { reconcileGateway } from '#workers/reconciliation/reconcile-gateways.ts';
import '../runner/chance.ts';
import { lastNet, within } from '../runner/limit.ts';
import { heldOf, type Thing } from './held-of-thing.ts';
import { quick } from './quick-worker.ts';
import { go, startWorkerProcess } from './start-worker-process.ts';
import { type GatewayDump, startWorkerWorld, type WorkerWorld } from './worker-world.ts';

let world: WorkerWorld;
let services: Awaited<ReturnType<typeof openServices>>['services'];
let folder: string;
let foreign: GatewayDump;
const closing: (() => Promise<unknown>)[] = [];

const children = new Set<ChildProcess>();

const startChild = (crash: Record<string, string>): ChildProcess => {
  const child = startWorkerProcess(world, crash);
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};

/** Returns the signal that ended a child. @throws when it is still alive after 750 units. */
const ended = (child: ChildProcess): Promise<NodeJS.Signals | null> =>
  within(750, () => {
    if (child.exitCode === null && child.signalCode === null) throw new Error('the worker is still alive');
    return child.signalCode;
  });

/**
 * Ends the leases of a killed worker now. That they end by themselves is tried by `frozen-worker.test.ts` and the sweeps of topics,
 * subscriptions and take-overs; to wait a second for each kill took most of the time of these.
 */
const endLeases = () => world.pool.query(`update leases set until = '-infinity' where until > clock_timestamp()`);

/** A worker in this process, for as long as `work` takes. It was there before the killed one, as others are in production. */
const withWorker = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const worker = startQueueWorker(
    { databaseUrl: world.database.appUrl, log: silentLog },
    { concurrency: 8, lock: quick.lock, work: createJobWorker(services) },
  );
  try {
    return await work();
  } finally {
    await worker.stop();
  }
};

type Scenario = Readonly<{
  /** What has to be there first. */
  prepare: (deploymentId: number, consumerId: number) => Promise<unknown>;
  request: (deploymentId: number, consumerId: number) => Promise<string>;
  outcome: (deploymentId: number, consumerId: number) => Promise<readonly string[]>;
  expected: readonly string[];
  /** The points to kill at, if not those of every operation at a gateway. */
  points?: RegExp;
}>;

const nothing = async () => undefined;
const deploy = (id: number) => world.request.deploy(id, world.configOf(`crash-${id}`));
/** Changes two objects of the gateway, so it makes a new generation. */
const change = (id: number) =>
  world.request.deploy(id, world.configOf(`crash-${id}`, { upstreamUrl: `${world.echoUrl}/other`, refusesBots: true }));
const deployed = async (id: number) => world.ended(await deploy(id));
const withKey = async (id: number, consumerId: number) => {
  await deployed(id);
  await world.ended(await world.request.addConsumer(consumerId, id));
};
const ofDeployment = (id: number) => world.history('deployment', id);
const ofConsumer = (_id: number, consumerId: number) => world.history('consumer', consumerId);

/** Routes that somebody made by hand at services of deployments, by deployment. */
const byHand = new Map<number, string>();
const differenceOf = (id: number) => differenceIdOf(id, byHand.get(id) ?? '');
/** Somebody leads calls to a service by a route of their own, and a look finds it. */
const withRouteByHand = async (id: number) => {
  await deployed(id);
  const routeId = randomId();
  byHand.set(id, routeId);
  await world.admin('PUT', `/routes/${routeId}`, {
    paths: [`/by-hand-${id}`],
    service: { id: world.names.serviceId(id) },
  });
  // A look leaves out a deployment at which, as the read tables know, an operation is running.
  await world.allShown();
  await reconcileGateway(services, 1, `by-hand/${id}`, new Date());
};

const scenarios = {
  // That of a new deployment makes the same calls, except those that remove the old generation.
  deploy: {
    prepare: deployed,
    request: change,
    outcome: ofDeployment,
    expected: ['DeploymentRequested', 'DeploymentApplied', 'DeploymentRequested', 'DeploymentApplied'],
    // Kills after a step was written down are swept with the operations below.
    points: /^deploy\.(?!step-)/,
  },
  'deploy that fails for good': {
    prepare: nothing,
    // Refused by the gateway when most of it is made.
    request: (id) => world.request.deploy(id, world.configOf(`crash-${id}`, { allowedAddresses: ['no address'] })),
    outcome: ofDeployment,
    expected: ['DeploymentRequested', 'DeploymentFailed'],
  },
  undeploy: {
    prepare: withKey,
    request: (id) => world.request.undeploy(id),
    outcome: ofDeployment,
    expected: ['DeploymentRequested', 'DeploymentApplied', 'UndeploymentRequested', 'DeploymentRemoved'],
  },
  'add-consumer': {
    prepare: deployed,
    request: (id, consumerId) => world.request.addConsumer(consumerId, id),
    outcome: ofConsumer,
    expected: ['ConsumerRequested', 'ConsumerApplied'],
  },
  'remove-consumer': {
    prepare: withKey,
    request: (_id, consumerId) => world.request.removeConsumer(consumerId),
    outcome: ofConsumer,
    expected: ['ConsumerRequested', 'ConsumerApplied', 'ConsumerRemovalRequested', 'ConsumerRemoved'],
  },
  'update-consumer': {
    prepare: withKey,
    request: (_id, consumerId) =>
      world.request.changeConsumer(consumerId, { rateLimit: { window: 'hour', calls: 9, policy: 'local' } }),
    outcome: ofConsumer,
    expected: ['ConsumerRequested', 'ConsumerApplied', 'ConsumerChangeRequested', 'ConsumerApplied'],
  },
  'limit-keys': {
    prepare: withKey,
    request: (id) => world.request.limitKeys(id, 1, { window: 'hour', calls: 9, policy: 'local' }),
    outcome: (id) => world.history('key-limit', `${id}-1`),
    expected: ['KeyLimitChangeRequested'],
    points: /^limit-keys\./,
  },
  'rotate-credentials': {
    prepare: withKey,
    request: (_id, consumerId) => world.request.rotate(consumerId, `key-${randomId()}`),
    outcome: ofConsumer,
    expected: ['ConsumerRequested', 'ConsumerApplied', 'CredentialRotationRequested', 'ConsumerApplied'],
  },
  'end-credentials': {
    prepare: async (id, consumerId) => {
      await withKey(id, consumerId);
      await world.ended(await world.request.rotate(consumerId, `key-${randomId()}`));
    },
    request: (_id, consumerId) => world.request.endPrevious(consumerId),
    outcome: ofConsumer,
    expected: [
      'ConsumerRequested',
      'ConsumerApplied',
      'CredentialRotationRequested',
      'ConsumerApplied',
      'PreviousCredentialsEnded',
      'ConsumerApplied',
    ],
  },
  'remove what was added by hand': {
    prepare: withRouteByHand,
    request: async (id) => {
      const state = await loadState(world.store, differenceDecider, differenceOf(id));
      if (state.status === 'none') throw new Error('the look did not find the route');
      const operationId = randomId();
      await world.send(differenceDecider, differenceOf(id), {
        type: 'AnswerDifference',
        data: { operationId, answer: 'reapply', digest: state.found.digest, reason: 'as agreed' },
      });
      return operationId;
    },
    outcome: (id) => world.history('difference', differenceOf(id)),
    expected: ['DifferenceFound', 'DifferenceReapplyRequested', 'DifferenceReapplied'],
    points: /^(remove-foreign|reapply-drift)\.(?!DelayOperation)/,
  },
  // Its deployment goes by an operation of its own, which is swept above.
  'delete-api': {
    prepare: async (id, consumerId) => {
      await world.request.publish(id);
      await world.ended(await world.request.deploy(id, world.configOf(`crash-${id}`), id));
      await world.ended(await world.request.addConsumer(consumerId, id));
    },
    request: (id) => world.request.deleteApi(id),
    outcome: async (id) => [...(await world.history('api', id)), ...(await world.history('deployment', id)).slice(-2)],
    expected: ['ApiPublished', 'ApiDeletionRequested', 'ApiDeleted', 'UndeploymentRequested', 'DeploymentRemoved'],
    // It may have to wait more than once.
    points: /^delete-api\.(?!DelayOperation)/,
  },
  // The keys are suspended by an operation of their own, which uses the same calls as the end of old credentials.
  'suspend-organization': {
    prepare: async (id, consumerId) => {
      await world.request.organization(id);
      await deployed(id);
      await world.ended(await world.request.addConsumer(consumerId, id, undefined, { organizationId: id }));
    },
    request: (id) => world.request.switchOrganization(id, true),
    outcome: (id) => world.history('organization', id),
    expected: ['OrganizationRegistered', 'OrganizationDeactivated'],
    points: /^suspend-organization\.(?!DelayOperation)/,
  },
  'delete-organization': {
    prepare: async (id, consumerId) => {
      await world.request.organization(id);
      await world.request.publish(id, { organizationId: id });
      await world.ended(await world.request.deploy(id, world.configOf(`crash-${id}`), id));
      const own = { organizationId: id, apiId: id };
      await world.ended(await world.request.addConsumer(consumerId, id, undefined, own));
    },
    request: (id) => world.request.deleteOrganization(id),
    outcome: async (id, consumerId) => [
      ...(await world.history('organization', id)),
      ...(await world.history('api', id)).slice(-1),
      ...(await ofConsumer(id, consumerId)).slice(-1),
    ],
    expected: [
      'OrganizationRegistered',
      'OrganizationDeletionRequested',
      'OrganizationDeletionApproved',
      'OrganizationDeleted',
      'ApiDeleted',
      'ConsumerRemoved',
    ],
    points: /^delete-organization\.(?!DelayOperation)/,
  },
  // Its API goes by an operation of its own, which is swept above.
  'delete-application': {
    prepare: async (id, consumerId) => {
      await world.request.register(consumerId);
      await world.request.publish(id, { applicationId: consumerId });
    },
    request: (_id, consumerId) => world.request.deleteApplication(consumerId),
    outcome: async (id, consumerId) => [
      ...(await world.history('application', consumerId)),
      ...(await world.history('api', id)),
    ],
    expected: [
      'ApplicationRegistered',
      'ApplicationDeletionRequested',
      'ApplicationDeleted',
      'ApiPublished',
      'ApiDeletionRequested',
      'ApiDeleted',
    ],
    points: /^delete-application\.(?!DelayOperation)/,
  },
} satisfies Record<string, Scenario>;

const newThing = (): Thing => ({ deploymentId: world.nextId(), consumerId: world.nextId() });
/** What the gateway holds of a thing. */
const own = (thing: Thing, others: readonly Thing[] = []) => heldOf({ world, foreign, byHand }, thing, others);

const cleanUp = async ({ deploymentId }: Thing) => {
  const { status } = await world.pool
    .query<{ status: string }>('select state as status from deployments where id = $1', [deploymentId])
    .then(({ rows }) => rows[0] ?? { status: 'removed' });
  if (status === 'removed') return;
  const types = await world.history('deployment', deploymentId);
  if (!types.includes('UndeploymentRequested')) await world.ended(await world.request.undeploy(deploymentId));
};

const begin = async () => {
  world = await startWorkerWorld();
  folder = await mkdtemp(join(tmpdir(), 'portico-crash-'));
  await world.admin('PUT', '/services/foreign', { host: 'foreign.example' });
  await world.admin('PUT', '/services/foreign/routes/taken-dev', { paths: ['/taken-elsewhere'] });
  foreign = await world.dump();
  const opened = await openServices(world.workerOptions);
  services = opened.services;
  const queue = openQueue({ databaseUrl: world.database.appUrl, log: silentLog });
  const ending = new AbortController();
  const dispatcher = runDispatcher(services, queue, ending.signal);
  closing.push(async () => {
    ending.abort();
    await dispatcher;
    await queue.close();
    await opened.close();
  });
};

const end = async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const close of closing.splice(0)) await close();
  await world.close();
  await rm(folder, { recursive: true, force: true });
};

const sweep = async (name: string, { prepare, request, outcome, expected, points: only }: Scenario): Promise<void> => {
  const list = join(folder, `${name.replaceAll(' ', '-')}.txt`);
  const run = newThing();

  await withWorker(() => prepare(run.deploymentId, run.consumerId));
  const undisturbed = startChild({ CRASHPOINT: 'list', CRASHPOINT_LOG: list });
  go(undisturbed);
  try {
    await world.ended(await request(run.deploymentId, run.consumerId));
  } finally {
    // The end of an operation is seen before the worker passes the point after it.
    undisturbed.kill('SIGTERM');
    await ended(undisturbed);
  }
  const wanted = await own(run);
  await withWorker(() => cleanUp(run));
  // The event log has points of its own, which its own tests sweep.
  const wantedPoints = only ?? /^(un)?deploy\.|-(consumer|credentials)\./;
  const all = (await readFile(list, 'utf8')).split('\n').filter((point) => wantedPoints.test(point));
  const passed = [...new Set(all)];
  if (!only) expect(all, 'every point is passed once').toEqual(passed);
  // Between a step written down and the next call nothing changes anywhere: one kill stands for both.
  const points = passed.filter((point) => !point.endsWith('.before'));
  // Started, what is done, read back, the outcome, completed.
  expect(points.length).toBeGreaterThan(only ? 3 : 5);

  // All at once: one after the other, they and their ends took most of the time.
  const things = points.map(newThing);
  await withWorker(() => Promise.all(things.map((thing) => prepare(thing.deploymentId, thing.consumerId))));
  let next = startChild({ CRASHPOINT: `${points[0]}#1` });
  for (const [index, point] of points.entries()) {
    const child = next;
    const thing = things[index] as Thing;
    const { deploymentId, consumerId } = thing;
    go(child);
    const operationId = await request(deploymentId, consumerId);
    expect(await ended(child), point).toBe('SIGKILL');
    await endLeases();
    if (index + 1 < points.length) next = startChild({ CRASHPOINT: `${points[index + 1]}#1` });
    await withWorker(() => world.ended(operationId));
    const others = things.filter((one) => one !== thing);
    expect(await own(thing, others), point).toBe(wanted);
    expect(await outcome(deploymentId, consumerId), point).toEqual(expected);
  }
  await withWorker(() => Promise.all(things.map(cleanUp)));
  expect(await world.dump()).toEqual(foreign);
};

/**
 * Declares the tests of requirement H5 in the file that calls it. A worker is killed at every named point of an operation,
 * in a process of its own, and another worker finishes. The gateway then holds what it holds after an undisturbed run, and
 * the outcome is written once.
 */
export const sweepCrashes = (...names: readonly (keyof typeof scenarios)[]): void => {
  beforeAll(begin);
  afterAll(end);
  it.each(names)('%s survives a kill at each of its points', (name) => sweep(name, scenarios[name]), lastNet);
};
