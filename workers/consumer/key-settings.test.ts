import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { Redis } from '#domain/resource/resource.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong();
});
afterAll(() => world?.close());

const deploy = async (id: number, name: string, changes: Parameters<WorkedWorld['configOf']>[1] = {}) =>
  world.completed(
    await world.request.deploy(id, world.configOf(name, { upstreamUrl: `${world.echoUrl}/base`, ...changes })),
  );

type Settings = Parameters<WorkedWorld['request']['addConsumer']>[3];
const addKey = async (deploymentId: number, apiKey: string, settings: Settings = {}) => {
  const consumerId = world.nextId();
  await world.completed(await world.request.addConsumer(consumerId, deploymentId, apiKey, settings));
  return consumerId;
};
const call = async (path: string, apikey: string) => {
  const response = await fetch(`${world.proxyUrl}${world.at(path)}`, { headers: { apikey } });
  const body = (await response.json()) as { path?: string; headers?: Record<string, string> };
  return { status: response.status, ...body };
};
/**
 * Returns how many calls pass before one exceeds the limit. A new minute, hour or day may begin in between, once. Then
 * up to twice as many pass.
 */
const untilRefused = async (limit: number, path: string, apikey: string): Promise<number> => {
  for (let passed = 0; passed <= 2 * limit; passed += 1) {
    const { status } = await call(path, apikey);
    if (status === 429) return passed;
    expect(status).toBe(200);
  }
  throw new Error(`more than ${2 * limit} calls pass`);
};
const shopHeader = (value: string) => ({ ...emptyRequestTransformer, addHeaders: [`x-shop:${value}`] });
const lockedTo = async (path: string) => ({
  lockdown: {
    revision: 1,
    operations: await saveOperations(world.pool, { basePath: '', paths: [{ path, methods: ['GET'] }] }),
  },
});

describe("a key's own request transformer", () => {
  it("replaces the deployment's", async () => {
    const id = world.nextId();
    await deploy(id, 'shops', { requestTransformer: shopHeader('all') });
    await addKey(id, 'key-of-any-shop');
    const consumerId = await addKey(id, 'key-of-shop-7', { requestTransformer: shopHeader('seven') });
    expect((await call('/shops-dev/x', 'key-of-any-shop')).headers).toMatchObject({ 'x-shop': 'all' });
    expect((await call('/shops-dev/x', 'key-of-shop-7')).headers).toMatchObject({ 'x-shop': 'seven' });
    await world.completed(await world.request.changeConsumer(consumerId, {}));
    expect((await call('/shops-dev/x', 'key-of-shop-7')).headers).toMatchObject({ 'x-shop': 'all' });
  });

  it('keeps the path rewriting of a lockdown, which changes with the deployment', async () => {
    const id = world.nextId();
    await deploy(id, 'fenced', await lockedTo('/pets/{id}'));
    await addKey(id, 'key-in-fence', { requestTransformer: shopHeader('in') });
    const rewritten = { status: 200, path: '/base/pets/7', headers: { 'x-shop': 'in' } };
    expect(await call('/fenced-dev/pets/7', 'key-in-fence')).toMatchObject(rewritten);
    // With another target, the key's own transformer changes, too.
    await deploy(id, 'fenced', { ...(await lockedTo('/pets/{id}')), upstreamUrl: `${world.echoUrl}/moved` });
    expect(await call('/fenced-dev/pets/7', 'key-in-fence')).toMatchObject({ ...rewritten, path: '/moved/pets/7' });
    await deploy(id, 'fenced');
    expect(await call('/fenced-dev/pets/7/any', 'key-in-fence')).toMatchObject({
      ...rewritten,
      path: '/base/pets/7/any',
    });
    await deploy(id, 'fenced', await lockedTo('/pets/{id}'));
    expect(await call('/fenced-dev/pets/7', 'key-in-fence')).toMatchObject(rewritten);
    expect((await call('/fenced-dev/pets/7/any', 'key-in-fence')).status).toBe(404);
    // A repeated deploy changes nothing on the gateway.
    const actual = await world.dump();
    await deploy(id, 'fenced', await lockedTo('/pets/{id}'));
    expect(await world.dump()).toEqual(actual);
  });
});

describe("a key's own limit", () => {
  it("replaces the deployment's, higher or lower; other keys keep the deployment's limit", async () => {
    const id = world.nextId();
    await deploy(id, 'limited', { ratePerMinute: 4 });
    await addKey(id, 'key-without-limit');
    const more = await addKey(id, 'key-with-more', { rateLimit: { window: 'day', calls: 6, policy: 'local' } });
    await addKey(id, 'key-with-less', { rateLimit: { window: 'hour', calls: 1, policy: 'cluster' } });
    expect(await untilRefused(4, '/limited-dev/x', 'key-without-limit')).toBeGreaterThanOrEqual(4);
    expect(await untilRefused(6, '/limited-dev/x', 'key-with-more')).toBeGreaterThanOrEqual(6);
    expect(await untilRefused(1, '/limited-dev/x', 'key-with-less')).toBeGreaterThanOrEqual(1);
    // Without it the deployment's limit counts again.
    await world.completed(await world.request.changeConsumer(more, {}));
    await untilRefused(4, '/limited-dev/x', 'key-with-more');
  });

  it('is reported at its field if the gateway refuses it, and the key stays unchanged', async () => {
    const redis = { resourceId: 7, name: 'Counters' };
    const settings: Redis = {
      ...{ resourceId: 7, type: 'REDIS' as const, name: 'Counters', isPublic: true, organizations: [] },
      ...{ host: 'counters.example', port: 6379, timeout: 500, password: null },
    };
    await world.send(resourceDecider, 7, { type: 'RegisterResource', data: settings });
    const { id } = await world.deployed('refusing', { ratePerMinute: 90_000, redis });
    // No gateway takes a Redis without a host.
    await world.send(resourceDecider, 7, { type: 'ChangeResource', data: { ...settings, host: '' } });
    const consumerId = await addKey(id, 'key-that-stays', { rateLimit: { window: 'day', calls: 3, policy: 'local' } });
    const actual = await world.dump();
    const ended = await world.ended(
      await world.request.changeConsumer(consumerId, { rateLimit: { window: 'hour', calls: 1, policy: 'redis' } }),
    );
    expect(ended).toMatchObject({
      type: 'OperationFailed',
      data: { class: 'permanent', problems: [{ code: 'gateway.refused', field: 'policy' }] },
    });
    expect(await world.dump()).toEqual(actual);
    expect(await untilRefused(3, '/refusing-dev/x', 'key-that-stays')).toBeGreaterThanOrEqual(3);
  });
});
