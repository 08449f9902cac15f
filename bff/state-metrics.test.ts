import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '#platform/database.ts';
import { samplesIn } from '#test/operations/alerts.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { addStateMetrics } from './state-metrics.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
  await world.allShown();
});
afterAll(() => world?.close());

const metricsOf = async (pool = world.pool) => {
  const registry = new Registry();
  addStateMetrics(registry, pool);
  const samples = samplesIn(await registry.metrics());
  return (name: string, labels: Readonly<Record<string, string>> = {}) =>
    samples.find(
      (sample) => sample.name === name && Object.entries(labels).every(([label, of]) => sample.labels[label] === of),
    )?.value;
};

it('counts operations that have not ended, and those that failed, by kind', async () => {
  const value = await metricsOf();
  // Each of the world's two organizations has a deployment of each.
  expect(value('portico_operations', { kind: 'deploy', state: 'requested' })).toBe(2);
  expect(value('portico_operations', { kind: 'deploy', state: 'failed' })).toBe(2);
  expect(value('portico_operations', { state: 'completed' })).toBeUndefined();
  expect(value('portico_operations_oldest_seconds', { state: 'requested' })).toBeGreaterThan(0);
  expect(value('portico_operations_oldest_seconds', { state: 'waiting' })).toBe(0);
});

it('does not take mails, of which few go out at a time, for what nobody begins', async () => {
  const day = 86_400;
  const set = (kind: string, of: string) =>
    world.pool.query(
      `update operations set kind = $1, updated_at = case $1 when 'send-mail' then now() - interval '2 days' else now() end
       where id = (select id from operations where state = 'requested' and kind = $2 limit 1)`,
      [kind, of],
    );
  await set('send-mail', 'deploy');
  const value = await metricsOf();
  expect(value('portico_operations', { kind: 'send-mail', state: 'requested' })).toBe(1);
  expect(value('portico_operations_oldest_seconds', { state: 'requested' })).toBeLessThan(day);
  await set('deploy', 'send-mail');
});

it('tells when the newest failure came, as long as it stands on the desk', async () => {
  const name = 'portico_operations_failed_timestamp_seconds';
  const failed = (ago: string) =>
    world.pool.query(`update operations set updated_at = now() - $1::interval where state = 'failed'`, [ago]);
  await failed('3 days');
  expect(Date.now() / 1_000 - ((await metricsOf())(name) ?? 0)).toBeGreaterThan(2 * 86_400);
  await failed('91 days');
  expect((await metricsOf())(name)).toBeUndefined();
});

it('tells since when a resource is away, and nothing of those that are there', async () => {
  await world.pool.query(
    `insert into gateway_outages (resource, since) values ('gateway-9', clock_timestamp() - interval '1 hour')`,
  );
  const away = await metricsOf();
  expect(away('portico_resource_away_seconds', { resource: 'gateway-9' })).toBeGreaterThanOrEqual(3_600);
  expect(away('portico_resource_away_seconds', { resource: 'gateway-1' })).toBeUndefined();
  await world.pool.query('delete from gateway_outages');
  expect((await metricsOf())('portico_resource_away_seconds')).toBeUndefined();
});

it('tells of every read table of this release whether somebody fills it', async () => {
  const value = await metricsOf();
  for (const projection of ['people', 'catalogue', 'operations'])
    expect(value('portico_projection_unattended_seconds', { projection })).toBe(0);
});

it('tells when the first certificate of a gateway ends', async () => {
  const hold = async (id: string, days: number, isGone = false) => {
    await world.pool.query(
      `insert into gateway_objects (gateway_id, kind, id, name, about, sort_name, sort_about, enabled, tags, is_own, created_at,
         expires_at, body, words, hash, seen_at, is_gone)
       values ($1, 'certificate', $2, '', '', '', '', true, '{}', false, now(), now() + make_interval(days => $3), '{}', '', '', now(), $4)`,
      [world.publicGatewayId, id, days, isGone],
    );
  };
  await hold('later', 90);
  await hold('first', 5);
  await hold('gone', 1, true);
  const gateway = String(world.publicGatewayId);
  const expires = (await metricsOf())('portico_certificate_expires_timestamp_seconds', { gateway }) ?? 0;
  expect(Math.round((expires - Date.now() / 1_000) / 86_400)).toBe(5);
});

it('says nothing but that the database is away while it is', async () => {
  const dead = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'test' });
  const value = await metricsOf(dead);
  expect(value('portico_database_writable')).toBe(0);
  for (const name of ['portico_operations', 'portico_operations_oldest_seconds', 'portico_resource_away_seconds'])
    expect([name, value(name)]).toEqual([name, undefined]);
  await dead.end();
});
