import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { endLook } from '#workers/gateway/mirror/store-mirror.ts';

const password = 'canary-of-the-counters';
let world: BffWorld;
let counters: number;
let theirs: number;

type Answer = Readonly<{
  id: number;
  entityId: number;
  basedOn: number;
  code?: string;
  errors?: unknown[];
  rateLimit?: object;
}>;

const ask = async (
  who: Parameters<BffWorld['ask']>[0],
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  json?: object,
) => {
  await world.allShown();
  const { status, body } = await world.ask(who, method, path, json ? { json } : {});
  await world.allShown();
  return { status, body: body as unknown as Answer };
};
const portal = () => world.acme.members.portal;
const saveRedis = (name: string, host: string, more: object) =>
  ask(portal(), 'POST', '/api/resources', {
    ...{ name, type: 'REDIS', isPublic: false },
    configs: Object.entries({ host, port: '6379', timeout: '500', password }).map(([key, value]) => ({
      name: key,
      value,
    })),
    ...more,
  });
const deploy = (changes: object, more: object = {}) =>
  ask(world.acme.members.owningAdmin, 'POST', '/api/swagger/deploy', {
    id: world.acme.apiId,
    name: 'Counted',
    env: 'UAT',
    auth: 'apikey',
    contextPath: 'counted',
    upstreamUrl: 'https://counted.upstream.example',
    kongServer: world.publicGatewayId,
    oAuth2Config: { tokenExpiration: 60 },
    rateLimit: { enabled: true, ratePerMinute: 60, ...changes },
    ...more,
  });
const wanted = async (id: number) => {
  const state = await loadState(world.services.store, deploymentDecider, id);
  if (state.status === 'none') throw new Error('it is not there');
  return state.wanted;
};

beforeAll(async () => {
  world = await startBffWorld();
  const own = await saveRedis('Counters', 'counters.example', { access: [world.acme.organizationId] });
  const other = await saveRedis('Their counters', 'theirs.example', { access: [world.partner.organizationId] });
  expect([own.status, other.status]).toEqual([200, 200]);
  [counters, theirs] = [own.body.id, other.body.id];
});
afterAll(() => world.close());

describe('a rate limit that is counted in a Redis', () => {
  let id: number;

  it('may name one that the organization may use', async () => {
    const { status, body } = await deploy({ redis: counters });
    expect(status, JSON.stringify(body)).toBe(200);
    id = body.entityId;
    expect((await wanted(id)).redis).toEqual({ resourceId: counters, name: 'Counters' });
    const form = await ask(world.acme.members.owningAdmin, 'GET', `/api/swaggers/deployment/${id}`);
    expect(form.body.rateLimit).toMatchObject({ redis: { id: counters, name: 'Counters' } });
  });

  it('may not name that of another organization, nor a gateway', async () => {
    const named = { name: 'Not counted', contextPath: 'not-counted' };
    for (const redis of [theirs, world.publicGatewayId, 999_999]) {
      const { status, body } = await deploy({ redis }, named);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'deployment.redis-unknown' });
      expect(body.errors).toEqual([expect.objectContaining({ field: 'rateLimit.redis' })]);
    }
  });

  it('is there for the limits of keys and of organizations, and not where the deployment names none', async () => {
    const { acme, seed } = world;
    const { consumerId } = await seed.consumer(id, acme.apiId, acme.organizationId);
    const elsewhere = await seed.consumer(acme.deployed.deploymentId, acme.apiId, acme.organizationId);
    const limit = { enabledRateLimit: true, rateLimitPerHour: 70, policy: 'redis' };
    const put = async (path: string) => {
      await world.allShown();
      const { status, body } = await world.ask(portal(), 'PUT', path, { json: { ...limit, basedOn: 0 } });
      return [status, (body as { code?: string }).code];
    };
    const own = async (key: number) => {
      await world.allShown();
      const { status, body } = await world.ask(portal(), 'PUT', `/api/consumer/${key}/limit`, {
        json: { ...limit, basedOn: 2 },
      });
      return [status, (body as { code?: string }).code];
    };
    expect(await own(consumerId)).toEqual([200, undefined]);
    expect(await own(elsewhere.consumerId)).toEqual([400, 'consumer.redis-missing']);
    expect(await put(`/api/swaggers/deployment/${id}/limit/${acme.organizationId}`)).toEqual([200, undefined]);
    const other = `/api/swaggers/deployment/${acme.deployed.deploymentId}/limit/${acme.organizationId}`;
    expect(await put(other)).toEqual([400, 'consumer.redis-missing']);
  });

  it('is refused on a gateway that is too old for it', async () => {
    await endLook(world.pool, world.acme.gatewayId, [], new Date(), {
      version: '3.4.2',
      router: 'traditional',
      plugins: [],
    });
    await world.pool.query('update gateway_mirrors set plugins = null');
    const { status, body } = await deploy({ redis: counters }, { kongServer: world.acme.gatewayId });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'deployment.gateway-too-old' });
  });

  it('names none where there is no limit', async () => {
    const { body } = await deploy({ enabled: false, redis: counters }, { name: 'Free', contextPath: 'free' });
    expect((await wanted(body.entityId)).redis).toBeNull();
  });

  it('keeps the Redis from being removed', async () => {
    const { status, body } = await ask(portal(), 'DELETE', `/api/resource/${counters}`);
    expect(status).toBe(409);
    expect(JSON.stringify(body)).toContain('Counted');
  });

  it('follows the Redis when that has another address, and not when it has another name', async () => {
    const requested = async () =>
      (await world.pool.query(`select from operations where kind = 'reconcile' and place = $1`, [`deployment-${id}`]))
        .rowCount;
    const at = await ask(portal(), 'GET', `/api/resource/${counters}`);
    const change = (name: string, host: string, basedOn: unknown) =>
      saveRedis(name, host, { id: counters, access: [world.acme.organizationId], basedOn });
    const before = await requested();
    const renamed = await change('Our counters', 'counters.example', at.body.basedOn);
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
    const again = await ask(portal(), 'GET', `/api/resource/${counters}`);
    const moved = await change('Our counters', 'elsewhere.example', again.body.basedOn);
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect(await requested()).toBeGreaterThan(before ?? 0);
  });

  it('E1: leaves its password in no table', async () => {
    const { rows } = await world.pool.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of rows) {
      const found = await world.pool.query(`select from ${name} each where each::text like $1`, [`%${password}%`]);
      expect({ name, found: found.rowCount }).toEqual({ name, found: 0 });
    }
  });
});
