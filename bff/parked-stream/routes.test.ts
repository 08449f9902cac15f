import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const parked = async () => {
  const { status, body } = await world.ask(world.acme.members.portal, 'GET', '/api/parked-streams');
  expect(status).toBe(200);
  return body;
};

/** Parks a stream in a reader, an hour after the one before. */
let hour = 0;
const park = (name: string, stream: string) => {
  hour += 1;
  return world.pool.query(
    `insert into parked_streams (name, version, stream, from_version, event_id, event_type, error, attempts, parked_at)
     select name, version, $2, 1, gen_random_uuid(), 'UserRegistered', 'the name Canary is too long', 5, $3
     from subscriptions where name = $1`,
    [name, stream, new Date(Date.UTC(2026, 0, 5, hour))],
  );
};

it('returns an empty list if nothing is parked', async () => {
  expect(await parked()).toEqual({ total: 0, people: 0, since: null, streams: [] });
});

it('lists each stream once, oldest first, with its projections and without data of the event', async () => {
  await park('people', 'user-12');
  await park('catalogue', 'organization-7');
  await park('notices', 'user-12');
  const body = await parked();
  expect(body).toEqual({
    total: 2,
    people: 1,
    since: '2026-01-05T01:00:00.000Z',
    streams: [
      { stream: 'user-12', readers: ['people', 'notices'], since: '2026-01-05T01:00:00.000Z' },
      { stream: 'organization-7', readers: ['catalogue'], since: '2026-01-05T02:00:00.000Z' },
    ],
  });
  expect(JSON.stringify(body)).not.toContain('Canary');
});

it('lists ten and counts the others', async () => {
  for (let id = 100; id < 120; id += 1) await park('people', `user-${id}`);
  const { total, people, streams } = await parked();
  expect([total, people, (streams as unknown[]).length]).toEqual([22, 21, 10]);
});
