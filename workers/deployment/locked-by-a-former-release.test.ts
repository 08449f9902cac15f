import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { canaryOf, canaryPath, workerIn } from '#gateway/change/canary.ts';
import { probeAtOnce } from '#gateway/change/probe.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld();
});
afterAll(() => world?.close());

const key = 'key-of-a-locked-deployment-1';

const call = async (): Promise<string> => {
  const response = await fetch(`${world.proxyUrl}/locked-dev/x`, { headers: { apikey: key } });
  const text = await response.text();
  return response.status === 200 ? `200 ${(JSON.parse(text) as { path: string }).path}` : String(response.status);
};

/** Returns all responses that callers with a key got during `work`. */
const answeredDuring = async (work: () => Promise<unknown>): Promise<string[]> => {
  const seen = new Set<string>();
  let going = true;
  const calling = (async () => {
    while (going) seen.add(await call());
  })();
  await work().finally(() => {
    going = false;
  });
  await calling;
  return [...seen].sort();
};

/** Returns when all workers of the gateway have manual changes in force. */
const settled = async (deploymentId: number): Promise<void> => {
  const token = 'token-of-the-past';
  const { route, plugin } = canaryOf(world.names, deploymentId, token);
  await world.admin('PUT', `/routes/${route.id}`, route.body);
  await world.admin('PUT', `/plugins/${plugin.id}`, plugin.body);
  await vi.waitFor(
    async () => {
      const seen = await probeAtOnce(world.proxyUrl, { method: 'GET', path: canaryPath, secret: token }, '', 20);
      expect(seen.filter(({ text }) => workerIn(text, token) === undefined)).toEqual([]);
    },
    { timeout: 30_000 },
  );
};

/** Creates a deployment locked to /x, with the gateway's entities as the release at commit fdd8e35 made them. */
const lockedAsBefore = async () => {
  const { names, admin, pool, at } = world;
  const operations = await saveOperations(pool, { basePath: '', paths: [{ path: '/x', methods: ['GET'] }] });
  const locked = { upstreamUrl: `${world.echoUrl}/base`, lockdown: { revision: 1, operations } };
  const { id } = await world.deployed('locked', locked);
  await world.completed(await world.request.addConsumer(world.nextId(), id, key));
  const { routes = [] } = await world.dump();
  const own = routes.find(({ name }) => String(name).startsWith(`${at('/locked-dev').slice(1)}.get`));
  await admin('DELETE', `/routes/${own?.id}`);
  const { id: _id, ...route } = own ?? {};
  await admin('PUT', `/routes/${names.entityId('deployment', id, 'route', 'GET')}`, {
    ...route,
    name: 'locked-dev.get',
  });
  await admin('PUT', `/plugins/${names.entityId('deployment', id, 'plugin', 'request-transformer')}`, {
    name: 'request-transformer',
    service: { id: names.serviceId(id) },
    config: { replace: { uri: '/base$(uri_captures.rest)' } },
    tags: names.tags(id),
  });
  await settled(id);
  expect(await call()).toBe('200 /base/x');
  return { id, locked };
};

it.each([
  ['unlocked', { lockdown: null }],
  ['locked anew', {}],
])('is %s without a wrong path, an error or a gap', async (_how, changes) => {
  const { id, locked } = await lockedAsBefore();
  const answered = await answeredDuring(async () =>
    world.completed(await world.request.deploy(id, world.configOf('locked', { ...locked, ...changes }))),
  );
  expect(answered).toEqual(['200 /base/x']);
  expect(await call()).toBe('200 /base/x');
  await world.completed(await world.request.undeploy(id));
});
