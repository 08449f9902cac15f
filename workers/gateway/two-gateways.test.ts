import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { randomId } from '#platform/uuid.ts';
import { type GatewayUnderTest, startSandboxGateway } from '#test/world/gateway-under-test.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { defaultOutageTiming } from '../engine/back-off.ts';

let world: WorkedWorld;
let far: GatewayUnderTest;
/** The second gateway. */
const farId = 2;

const seal = async (kind: string, value: string) => {
  const secretId = randomId();
  await world.vault.sealSecret(world.pool, { id: secretId, kind, owner: `test-${farId}`, value });
  return { secretId, fingerprint: world.vault.fingerprint(value), last4: value.slice(-4) };
};

beforeAll(async () => {
  world = await startWorkedWorld({ outage: { ...defaultOutageTiming, first: 1, cap: 20, look: 20 }, lock: 15_000 });
  far = await startSandboxGateway();
  await world.send(resourceDecider, farId, {
    type: 'RegisterResource',
    data: {
      resourceId: farId,
      type: 'KONG',
      name: 'Far gateway',
      isPublic: true,
      organizations: [],
      adminUrl: far.adminUrl,
      apiUrl: far.proxyUrl,
      apiSslUrl: far.proxySslUrl,
      httpLogEndpoint: `${world.echoUrl}/ingest`,
      adminApiKey: await seal('admin-key', far.adminToken),
      telemetryKey: await seal('telemetry-key', `telemetry-${randomId()}`),
    },
  });
  await vi.waitFor(
    async () => expect((await world.pool.query('select from resources where id = $1', [farId])).rowCount).toBe(1),
    20_000,
  );
});
afterAll(async () => {
  await world?.close();
  await far?.close();
});

const onFar = (name: string, changes: Partial<DeploymentConfig> = {}) =>
  world.configOf(name, { gatewayId: farId, ...changes });
const saying = (word: string): Partial<DeploymentConfig> => ({
  requestTransformer: { ...emptyRequestTransformer, addHeaders: [`X-Said:${word}`] },
});
const callFar = async (path: string, apikey: string) => {
  const response = await fetch(`${far.proxyUrl}${path}`, { headers: { apikey } });
  const text = await response.text();
  return {
    status: response.status,
    said: response.status === 200 ? (JSON.parse(text) as { headers: Record<string, string> }).headers['x-said'] : '',
  };
};
const addKey = async (deploymentId: number, key: string) => {
  const consumerId = world.nextId();
  await world.completed(await world.request.addConsumer(consumerId, deploymentId, key));
  return consumerId;
};
const waiting = async () =>
  (
    await world.pool.query<{ id: string; resource: string }>(
      'select operation_id as id, resource from waiting_operations order by operation_id',
    )
  ).rows;
const away = async () => (await world.pool.query<{ resource: string }>('select resource from gateway_outages')).rows;

it('a gateway that is away pauses its own operations only, and loses and reorders none of them', async () => {
  const near = await world.deployed('near');
  const nearKey = await addKey(near.id, 'key-of-near');
  const there = await world.deployed('there', { gatewayId: farId });
  const thereKey = await addKey(there.id, 'old-key-there');
  expect((await callFar('/there-dev/x', 'old-key-there')).status).toBe(200);

  await far.down();
  const brief = world.nextId();
  const asked = [
    await world.request.deploy(there.id, onFar('there', saying('second'))),
    await world.request.deploy(there.id, onFar('there', saying('third'))),
    await world.request.addConsumer(world.nextId(), there.id, 'new-key-there'),
    await world.request.removeConsumer(thereKey),
    await world.request.deploy(brief, onFar('brief')),
    await world.request.undeploy(brief),
    await world.request.deploy(world.nextId(), onFar('late')),
  ];
  await vi.waitFor(async () => expect(await away()).toEqual([{ resource: `gateway-${farId}` }]), { timeout: 30_000 });

  // The other gateway's operations neither wait nor are told of a delay.
  const others = [
    await world.request.deploy(near.id, world.configOf('near', saying('changed'))),
    await world.request.addConsumer(world.nextId(), near.id, 'another-key-of-near'),
    await world.request.removeConsumer(nearKey),
    await world.request.deploy(world.nextId(), world.configOf('beside')),
  ];
  for (const operationId of others) {
    await world.ended(operationId);
    expect((await world.operationEvents(operationId)).map(({ type }) => type)).not.toContain('OperationFailed');
    for (const { type, data } of await world.operationEvents(operationId))
      if (type === 'OperationDelayed') expect(data).not.toMatchObject({ class: 'away' });
  }
  expect(await world.call('/near-dev/x', { apikey: 'another-key-of-near' })).toBe(200);
  expect(await world.call('/near-dev/x', { apikey: 'key-of-near' })).toBe(401);

  // What has been replaced meanwhile needs no gateway. All that waits, waits for the one that is away.
  await vi.waitFor(async () => expect((await waiting()).length).toBeGreaterThanOrEqual(4), { timeout: 30_000 });
  const parked = await waiting();
  expect(new Set(parked.map(({ resource }) => resource))).toEqual(new Set([`gateway-${farId}`]));
  expect(parked.every(({ id }) => asked.includes(id))).toBe(true);

  // Another process goes on where this one stops.
  await world.stopWorker();
  await world.startWorker();
  await far.up();
  const ends = await Promise.all(asked.map(async (operationId) => (await world.ended(operationId)).type));
  expect(ends[0]).toBe('OperationSuperseded');
  expect(ends.slice(1, 4)).toEqual(['OperationCompleted', 'OperationCompleted', 'OperationCompleted']);
  expect(ends.slice(4)).toEqual(['OperationSuperseded', 'OperationCompleted', 'OperationCompleted']);
  expect(await callFar('/there-dev/x', 'new-key-there')).toEqual({ status: 200, said: 'third' });
  expect((await callFar('/there-dev/x', 'old-key-there')).status).toBe(401);
  expect((await callFar('/brief-dev/x', 'new-key-there')).status).toBe(404);
  expect((await callFar('/late-dev/x', 'new-key-there')).status).toBe(403);
  await vi.waitFor(async () => expect([await waiting(), await away()]).toEqual([[], []]), { timeout: 30_000 });
}, 180_000);
