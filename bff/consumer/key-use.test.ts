import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeyUse } from '#domain/consumer/use.ts';
import { startWorldDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

const now = new Date('2026-03-05T10:20:30.000Z');
let world: BffWorld;
let database: TestDatabase;
beforeAll(async () => {
  database = await startWorldDatabase();
  world = await startBffWorld({ now: () => now, openDatabase: async () => database });
});
afterAll(() => world?.close());

const useOf = async (id: number, who = world.acme.members.portal) => {
  await world.allShown();
  const { status, body } = await world.ask(who, 'GET', `/api/consumer/${id}/use`);
  return { status, use: body as unknown as KeyUse };
};

it('tells the calls in the windows of the limit in force, of the key and of its organization at its API and environment', async () => {
  const { acme, partner, seed } = world;
  const { consumerId } = acme.consumer;
  const sum = (grain: string, period: string, count: number, organizationId = acme.organizationId, env = 'DEV') =>
    `insert into gateway_request_sums (grain, detail, period, api_id, organization_id, environment, status_class, count)
     values ('${grain}', 1, '${period}', ${acme.apiId}, ${organizationId}, '${env}', ${count % 5}, ${count})`;
  const ofKey = (grain: string, period: string, count: number, id = consumerId) =>
    `insert into gateway_request_key_sums (consumer_id, grain, period, count) values (${id}, '${grain}', '${period}', ${count})`;
  await runSql(
    database.ownerUrl,
    `update gateway_request_folds set keys_since = '2026-03-05T10:19:00Z'`,
    ofKey('minute', '2026-03-05T10:20:00Z', 6),
    ofKey('minute', '2026-03-05T10:18:00Z', 5),
    ofKey('minute', '2026-03-05T10:20:00Z', 90, consumerId + 1_000),
    ofKey('hour', '2026-03-05T10:00:00Z', 89),
    sum('minute', '2026-03-05T10:20:00Z', 7),
    sum('minute', '2026-03-05T10:20:00Z', 3),
    sum('minute', '2026-03-05T10:18:00Z', 40),
    sum('minute', '2026-03-05T10:20:00Z', 99, partner.organizationId),
    sum('minute', '2026-03-05T10:20:00Z', 98, acme.organizationId, 'PROD'),
    sum('minute', '2026-03-05T09:00:00Z', 97),
    sum('hour', '2026-03-05T10:00:00Z', 147),
  );
  // Without a limit, hours are told.
  const without = (await useOf(consumerId)).use;
  expect(without.window).toBe('hour');
  expect(without.periods.map(({ calls }) => calls).slice(0, 2)).toEqual([147, 0]);
  const limit = { enabledRateLimit: true, rateLimitPerMinute: 60, policy: 'local', basedOn: 2 };
  const set = await world.ask(acme.members.portal, 'PUT', `/api/consumer/${consumerId}/limit`, { json: limit });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  await seed.consumer(acme.deployed.deploymentId, acme.apiId, acme.organizationId);
  const { use } = await useOf(consumerId);
  expect(use.keys).toBe(2);
  expect(use.window).toBe('minute');
  expect(use.periods).toHaveLength(12);
  expect(use.periods.slice(0, 3)).toEqual([
    { from: '2026-03-05T10:20:00.000Z', calls: 10, own: 6 },
    { from: '2026-03-05T10:19:00.000Z', calls: 0, own: 0 },
    { from: '2026-03-05T10:18:00.000Z', calls: 40 },
  ]);
  expect((await useOf(consumerId, acme.members.user)).status).toBe(200);
  expect((await useOf(consumerId, partner.members.user)).status).toBe(404);
});
