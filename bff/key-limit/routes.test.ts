import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { MemberName } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newGrant, newOffer } from '../access/examples.ts';
import { newKey } from '../consumer/examples.ts';

let world: BffWorld;
/** A deployment of Acme's with two keys of Partner's. */
let offer: { apiId: number; deploymentId: number };
let keys: readonly [number, number];

beforeAll(async () => {
  world = await startBffWorld();
  const apiId = await newOffer(world, world.partner);
  const { deploymentId, position } = await world.seed.deployment(apiId, world.publicGatewayId, 'deployed', {
    ratePerMinute: 3,
  });
  await world.shown(position);
  await newGrant(world, world.partner, apiId);
  offer = { apiId, deploymentId };
  const api = { ...world.acme, apiId, deployed: { ...world.acme.deployed, deploymentId } };
  const subject = { api, owner: world.partner, guest: false, granted: false };
  keys = [await newKey(world, subject), await newKey(world, subject)];
});
afterAll(() => world.close());

type Who = readonly ['acme' | 'partner', MemberName];
const ask = async ([side, name]: Who, method: string, target: string, json?: unknown) => {
  const response = await world.ask(world[side].members[name], method, target, { json });
  if (response.status === 200 && response.body.position) await world.shown(response.body.position);
  return response;
};
const calls = (rateLimitPerMinute: number) => ({ enabledRateLimit: true, rateLimitPerMinute });
const none = { enabledRateLimit: false };
const limitAll = (who: Who, json: unknown, organizationId = world.partner.organizationId) =>
  ask(who, 'PUT', `/api/swaggers/deployment/${offer.deploymentId}/limit/${organizationId}`, json);
const limitKey = (who: Who, id: number, json: unknown) => ask(who, 'PUT', `/api/consumer/${id}/limit`, json);
const seenBy = async (who: Who) => {
  const { body } = await ask(who, 'GET', `/api/consumers?apiId=${offer.apiId}`);
  return (body as unknown as { deployments: ConsumerRow[] }[])[0]?.deployments ?? [];
};
const limitsOf = async (who: Who) =>
  (await seenBy(who)).map(({ limit }) => limit && `${limit.calls} a ${limit.window}, of the ${limit.of}`);
const partnerUser: Who = ['partner', 'user'];

describe("the provider's limit for a partner's keys", () => {
  it.each<Who>([
    ['acme', 'owningAdmin'],
    ['acme', 'portal'],
  ])('is set by %s %s, lower or higher, for all its keys or one, and the partner sees who set it', async (...who) => {
    expect(await limitsOf(partnerUser)).toEqual(['3 a minute, of the deployment', '3 a minute, of the deployment']);
    expect(await limitAll(who, calls(90))).toMatchObject({ status: 200 });
    expect(await limitsOf(partnerUser)).toEqual([
      '90 a minute, of the organization',
      '90 a minute, of the organization',
    ]);
    expect(await limitKey(who, keys[0], calls(1))).toMatchObject({ status: 200 });
    expect(await limitsOf(partnerUser)).toEqual(['1 a minute, of the key', '90 a minute, of the organization']);
    expect(await limitKey(who, keys[0], none)).toMatchObject({ status: 200 });
    expect(await limitAll(who, none)).toMatchObject({ status: 200 });
    expect(await limitsOf(partnerUser)).toEqual(['3 a minute, of the deployment', '3 a minute, of the deployment']);
  });

  it("can't be set by the partner", async () => {
    for (const name of ['user', 'admin', 'owner', 'owningAdmin'] as const) {
      const who: Who = ['partner', name];
      expect([403, 404]).toContain((await limitAll(who, calls(90))).status);
      expect([403, 404]).toContain((await limitKey(who, keys[0], calls(90))).status);
      const body = { nickname: '', ...calls(90) };
      expect([400, 403]).toContain((await ask(who, 'PUT', `/api/consumer/${keys[0]}`, body)).status);
    }
    expect((await seenBy(partnerUser)).map(({ may }) => may.limit)).toEqual([false, false]);
    expect((await seenBy(['acme', 'owningAdmin'])).map(({ may }) => may.limit)).toEqual([true, true]);
  });

  it('reports mistakes at their fields', async () => {
    const who: Who = ['acme', 'portal'];
    const wrong = (json: unknown, field: string, code: string) =>
      Promise.all([limitAll(who, json), limitKey(who, keys[0], json)]).then((responses) => {
        for (const response of responses)
          expect(response).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
      });
    await wrong({ enabledRateLimit: true }, 'rateLimitPerMinute', 'consumer.rate-required');
    await wrong({ ...calls(3), rateLimitPerDay: 4 }, 'rateLimitPerDay', 'consumer.rate-one-type');
    await wrong({ ...calls(3), policy: 'redis' }, 'policy', 'consumer.redis-missing');
    await wrong(calls(0), 'rateLimitPerMinute', 'consumer.rate-invalid');
    expect((await limitAll(who, calls(3), 2_000_000)).status).toBe(404);
  });

  it('is in the history of the API and among the operations', async () => {
    const who: Who = ['acme', 'portal'];
    const { body } = await limitAll(who, calls(70));
    await limitAll(who, none);
    const history = await ask(who, 'GET', `/api/api-history/${offer.apiId}`);
    const [removed, set] = history.body.entries as unknown[];
    const field = 'callsPerMinute';
    expect(removed).toMatchObject({ type: 'KeyLimitChangeRequested', changes: [{ field, from: 70, to: null }, {}] });
    expect(set).toMatchObject({
      area: 'key',
      organization: { id: world.partner.organizationId },
      changes: [{ field, from: null, to: 70 }, {}],
    });
    expect((await ask(who, 'GET', `/api/operations/${body.operationId}`)).body).toMatchObject({ kind: 'limit-keys' });
    expect((await ask(['acme', 'owner'], 'GET', `/api/operations/${body.operationId}`)).status).toBe(200);
  });
});
