import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

/** Milliseconds between two looks; 30,000 where nothing else is set (`SweepOptions.gateways`). */
const every = 300;

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld({ sweep: { every: 100, gateways: every } });
});
afterAll(() => world?.close());

it('the worker finds by itself what somebody changed, with the next look', async () => {
  const { id } = await world.deployed('seen');
  const serviceId = world.names.serviceId(id);
  const [service] = ((await world.dump()).services ?? []).filter((row) => row.id === serviceId);
  await world.admin('PUT', `/services/${serviceId}`, { ...service, retries: 1 });
  await vi.waitFor(async () => {
    const { rows } = await world.pool.query(
      `select fields from differences where deployment_id = $1 and state = 'open'`,
      [id],
    );
    expect(rows).toEqual([{ fields: [{ field: 'retries', applied: '5', held: '1' }] }]);
  }, 20_000);
});
