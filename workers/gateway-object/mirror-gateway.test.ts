import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { gatewayObjectDecider } from '#domain/gateway-object/decider.ts';
import type { GatewayObjectCommand } from '#domain/gateway-object/gateway-object.ts';
import { objectStreamId } from '#domain/gateway-object/object-id.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { createKongClient } from '#gateway/admin-api/client.ts';
import { withGateway } from '#gateway/admin-api/session.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { randomId } from '#platform/uuid.ts';
import { isSharedKong } from '#test/world/gateway-under-test.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';
import { endLook, storeObjects } from '../gateway/mirror/store-mirror.ts';
import { openServices } from '../open-services.ts';
import { mirrorGateway } from './mirror-gateway.ts';

let world: WorkedWorld;
let opened: Awaited<ReturnType<typeof openServices>>;
beforeAll(async () => {
  // Looks are made by the test: those of the worker come once an hour.
  world = await startWorldOnAnyKong({ sweep: { every: 3_600_000, gateways: 3_600_000 } });
  opened = await openServices(world.workerOptions);
});
afterAll(async () => {
  await opened?.close();
  await world?.close();
});

const look = async () => {
  const { services } = opened;
  const gateway = await loadState(services.store, resourceDecider, 1);
  await withGateway(services, gateway, { timeout: 5_000 }, (session) => mirrorGateway(services, session));
};

type Row = Readonly<{
  kind: string;
  id: string;
  name: string;
  about: string;
  deployment_id: number | null;
  body: object;
  hash: string;
}>;
const rows = async (where = 'true'): Promise<readonly Row[]> =>
  (await world.pool.query<Row>(`select * from gateway_objects where not is_gone and ${where} order by kind, id`)).rows;
const names = async (kind: string) => (await rows(`kind = '${kind}'`)).map(({ name }) => name);

it('has all that the gateway holds, and what belongs to a deployment', async () => {
  const { id } = await world.deployed('mirrored', { ratePerMinute: 500 });
  const theirs = world.named('theirs');
  await world.admin('PUT', `/services/${theirs}`, { host: 'theirs.example', tags: ['house'] });
  await world.admin('PUT', `/services/${theirs}/routes/${theirs}`, { paths: [`/${theirs}`] });
  await look();
  const held = await world.dump();
  for (const [kind, collection] of [
    ['service', 'services'],
    ['route', 'routes'],
    ['plugin', 'plugins'],
    ['consumer', 'consumers'],
  ] as const) {
    const known = (await rows(`kind = '${kind}'`)).map((row) => row.id);
    const ids = (held[collection] ?? []).map((row) => String(row.id)).sort();
    // Others have theirs on a Kong that is shared.
    expect(isSharedKong ? known.filter((each) => ids.includes(each)) : known).toEqual(ids);
  }
  expect(await rows(`kind = 'service' and name = '${theirs}'`)).toMatchObject([
    { kind: 'service', about: 'theirs.example', deployment_id: null },
  ]);
  expect(await rows(`kind = 'route' and deployment_id = ${id}`)).not.toEqual([]);
});

it('knows what the gateway says that it can do', async () => {
  await look();
  const { rows: said } = await world.pool.query(
    'select version, router, plugins, has_database from gateway_mirrors where gateway_id = 1',
  );
  expect(said).toEqual([
    {
      version: isSharedKong ? expect.any(String) : '3.9.1',
      router: isSharedKong ? expect.any(String) : 'traditional_compatible',
      plugins: expect.arrayContaining(['key-auth', 'rate-limiting']),
      has_database: true,
    },
  ]);
});

it.skipIf(isSharedKong)(
  'a gateway without a database is known as one, and what it does not do is never called done',
  async () => {
    const id = randomUUID();
    await world.admin('PUT', `/services/${id}`, { name: 'kept', host: 'kept.example' });
    await look();
    const [{ hash: seen = '' } = {}] = await rows(`id = '${id}'`);
    const change = { gatewayId: 1, kind: 'service', objectId: id, name: 'kept', seen } as const;
    const failureOf = async (command: GatewayObjectCommand) => {
      await world.send(gatewayObjectDecider, objectStreamId(1, id), command);
      return await world.ended(command.data.operationId);
    };
    await world.admin('PUT', '/portico-faults', { dbless: true });
    try {
      const refused = {
        type: 'OperationFailed',
        data: { class: 'permanent', problems: [{ code: 'gateway.read-only' }] },
      };
      // Nobody has looked since. Kong says 204 to the first, and 405 to the second.
      expect(await failureOf({ type: 'DeleteObject', data: { ...change, operationId: randomId() } })).toMatchObject(
        refused,
      );
      const save = { ...change, operationId: randomId(), fields: { host: 'other.example' }, changes: [] };
      expect(await failureOf({ type: 'SaveObject', data: save })).toMatchObject(refused);
      await look();
      const { rows: said } = await world.pool.query('select has_database from gateway_mirrors where gateway_id = 1');
      expect(said).toEqual([{ has_database: false }]);
      expect(await rows(`id = '${id}'`)).toMatchObject([{ about: 'kept.example' }]);
    } finally {
      await world.admin('PUT', '/portico-faults', {});
    }
    await look();
    const removal = await failureOf({ type: 'DeleteObject', data: { ...change, operationId: randomId() } });
    expect(removal.type).toBe('OperationCompleted');
  },
);

it('is there within two seconds when Portico writes, and gone when it removes', async () => {
  const { id } = await world.deployed('quick');
  const own = `deployment_id = ${id} and kind in ('service', 'route')`;
  await vi.waitFor(async () => expect((await rows(own)).length).toBeGreaterThanOrEqual(2), { timeout: 2_000 });
  await world.completed(await world.request.undeploy(id));
  await vi.waitFor(async () => expect(await rows(own)).toEqual([]), { timeout: 2_000 });
});

it('E1: holds no secret of a key, a plugin or a certificate', async () => {
  const { id } = await world.deployed('secret');
  const canary = `canary-${randomUUID()}`;
  await world.completed(await world.request.addConsumer(world.nextId(), id, canary));
  const service = await world.admin('PUT', `/services/${world.named('canary')}`, { host: 'canary.example' });
  await world.admin('PUT', `/plugins/${randomUUID()}`, {
    service: { id: service.id },
    name: 'http-log',
    config: { http_endpoint: `https://who:${canary}@log.example`, headers: { authorization: canary } },
  });
  await world.admin('PUT', `/plugins/${randomUUID()}`, {
    service: { id: service.id },
    name: 'request-transformer',
    config: { add: { headers: [`authorization:${canary}`] } },
  });
  await look();
  expect(await names('plugin')).toContain('http-log');
  const { rows: tables } = await world.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const { name } of tables) {
    const { rows: found } = await world.pool.query(`select 1 from "${name}" t where t::text like $1 limit 1`, [
      `%${canary}%`,
    ]);
    expect({ name, found }).toEqual({ name, found: [] });
  }
});

it('a look forgets what is gone, and what came while it looked stays', async () => {
  const lived = world.named('short-lived');
  await world.admin('PUT', `/services/${lived}`, { host: 'short.example' });
  await look();
  expect(await names('service')).toContain(lived);
  await world.admin('DELETE', `/services/${lived}`);
  await look();
  expect(await names('service')).not.toContain(lived);

  // A look that began before a write of Portico's sees the past.
  const { services } = opened;
  const began = await readDatabaseTime(services.pool);
  const client = createKongClient({ adminUrl: world.gateway.adminUrl });
  const source = { gatewayId: 1, client, names: services.names, vault: services.vault };
  const service = { id: randomUUID(), name: 'new', host: 'new.example', created_at: 1 };
  const [now] = await mirrored(source, 'service', [service]);
  const [past] = await mirrored(source, 'service', [{ ...service, name: 'old' }]);
  if (!now || !past) throw new Error('nothing was mirrored');
  await storeObjects(services.pool, 1, [now]);
  await storeObjects(services.pool, 1, [past], began);
  expect(await rows(`id = '${service.id}'`)).toMatchObject([{ name: 'new' }]);
  await endLook(services.pool, 1, [now], began);
  expect(await rows(`id = '${service.id}'`)).toHaveLength(1);
  await client.close();
});
