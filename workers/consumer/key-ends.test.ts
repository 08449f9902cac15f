import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import type { ConsumerEvent } from '#domain/consumer/consumer.ts';
import type { KeyEndEvent } from '#domain/key-end/key-end.ts';
import { silentLog } from '#platform/log.ts';
import { schemasOf } from '#projections/read-path.ts';
import { runSql } from '#test/postgres/sql.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';
import { endDueKeys, warnOfEndingKeys } from './key-ends.ts';

let world: WorkedWorld;

beforeAll(async () => {
  world = await startWorldOnAnyKong();
});
afterAll(() => world?.close());

const services = () => ({ store: world.store, pool: world.pool, log: silentLog });

const day = 86_400_000;
const endsAt = '2099-12-31T23:59:59.999Z';
const before = (days: number, more = 0) => new Date(Date.parse(endsAt) - days * day + more);
const eventsOf = (consumerId: number) => world.store.read<ConsumerEvent>(`consumer-${consumerId}`);
const told = async (consumerId: number) =>
  (await world.store.read<KeyEndEvent>(`key-end-${consumerId}`)).map(({ data }) => `${data.days} ${data.endsAt}`);
/** Waits for the read table that the chores look at. */
const shown = (consumerId: number, end: string | null, warned: number | null = null) =>
  vi.waitFor(async () => {
    const { rows } = await world.pool.query(
      'select ends_at, case when told_end = ends_at then told_days end as told_days from consumers where id = $1',
      [consumerId],
    );
    expect(rows).toEqual([{ ends_at: end && new Date(end), told_days: warned }]);
  }, 10_000);

test('a key ends by itself when its last day is over: no call comes through, and its secret is gone', async () => {
  const [{ id }, consumerId, other] = [await world.deployed('ending'), world.nextId(), world.nextId()];
  await world.completed(await world.request.addConsumer(consumerId, id, 'key-ending', { endsAt }));
  await world.completed(await world.request.addConsumer(other, id, 'key-staying'));
  await shown(consumerId, endsAt);
  expect(await endDueKeys(services(), before(0, -1))).toBe(0);
  expect(await world.call('/ending-dev/x', { apikey: 'key-ending' })).toBe(200);
  // Two processes look at once.
  expect(await Promise.all([endDueKeys(services(), before(0)), endDueKeys(services(), before(0))])).toEqual([1, 1]);
  await vi.waitFor(async () => {
    expect((await eventsOf(consumerId)).at(-1)?.type).toBe('ConsumerRemoved');
    expect(await world.call('/ending-dev/x', { apikey: 'key-ending' })).toBe(401);
  }, 20_000);
  expect(await world.call('/ending-dev/x', { apikey: 'key-staying' })).toBe(200);
  expect(await eventsOf(consumerId)).toMatchObject([
    { type: 'ConsumerRequested' },
    { type: 'ConsumerApplied' },
    { type: 'ConsumerRemovalRequested', data: { endsAt }, meta: { actor: { userId: 0 } } },
    { type: 'ConsumerRemoved' },
  ]);
});

test('people are told 14 and 3 days before, once each, of another end anew, and never of a key that goes', async () => {
  const [{ id }, consumerId] = [await world.deployed('warned'), world.nextId()];
  await world.completed(await world.request.addConsumer(consumerId, id, 'key-warned', { endsAt }));
  await shown(consumerId, endsAt);
  expect(await warnOfEndingKeys(services(), before(14, -1))).toBe(0);
  expect(await Promise.all([14, 14].map((days) => warnOfEndingKeys(services(), before(days))))).toEqual([1, 1]);
  await shown(consumerId, endsAt, 14);
  expect(await warnOfEndingKeys(services(), before(4))).toBe(0);
  expect(await warnOfEndingKeys(services(), before(3))).toBe(1);
  await shown(consumerId, endsAt, 3);
  expect(await warnOfEndingKeys(services(), before(0, -1))).toBe(0);
  expect(await told(consumerId)).toEqual([`14 ${endsAt}`, `3 ${endsAt}`]);

  // Its access ends first: people are told with that.
  const pair = { apiId: 1, organizationId: 1 };
  const grantId = world.nextId();
  const access = accessIdOf(pair.apiId, pair.organizationId);
  await world.send(accessDecider, access, { type: 'GrantAccess', data: { grantId, ...pair } });
  const next = '2098-12-31T23:59:59.999Z';
  await world.completed(await world.request.changeConsumer(consumerId, { endsAt: next }));
  await shown(consumerId, next);
  const changeEnd = async (seen: string | null, to: string | null) => {
    await world.send(accessDecider, access, { type: 'ChangeEnd', data: { grantId, seen, endsAt: to, decidedBy: 2 } });
    await vi.waitFor(async () => {
      const { rows } = await world.pool.query('select ends_at from access_grants where id = $1', [grantId]);
      expect(rows).toEqual([{ ends_at: to && new Date(to) }]);
    }, 10_000);
  };
  const soon = new Date(Date.parse(next) - 2 * day);
  await changeEnd(null, next);
  expect(await warnOfEndingKeys(services(), soon)).toBe(0);
  expect(await endDueKeys(services(), new Date(next))).toBe(0);
  await changeEnd(next, null);
  expect(await warnOfEndingKeys(services(), soon)).toBe(1);
  await shown(consumerId, next, 3);
  expect(await warnOfEndingKeys(services(), soon)).toBe(0);
  expect((await told(consumerId)).at(-1)).toBe(`3 ${next}`);

  await world.completed(await world.request.changeConsumer(consumerId, { endsAt }));
  await shown(consumerId, endsAt);
  // The read table is behind: it has an end that the key had before.
  const hasEnd = (end: string) =>
    runSql(
      world.database.ownerUrl,
      `update ${schemasOf(['consumers'])[0]}.consumers set ends_at = '${end}' where id = ${consumerId}`,
    );
  const past = '2097-12-31T23:59:59.999Z';
  await hasEnd(past);
  expect(await warnOfEndingKeys(services(), new Date(Date.parse(past) - day))).toBe(1);
  expect((await told(consumerId)).at(-1)).toBe(`3 ${next}`);
  await hasEnd(endsAt);
  await world.gatewayDown();
  const operationId = await world.request.removeConsumer(consumerId);
  await vi.waitFor(async () => {
    const { rows } = await world.pool.query('select state from consumers where id = $1', [consumerId]);
    expect(rows).toEqual([{ state: 'removing' }]);
  }, 10_000);
  expect(await warnOfEndingKeys(services(), before(3))).toBe(0);
  expect(await endDueKeys(services(), before(0))).toBe(0);
  await world.gatewayUp();
  await world.completed(operationId);
});
