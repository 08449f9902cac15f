import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

it('all business areas are listed by name for everybody who is signed in, more than a page', async () => {
  const names = ['Mills', 'Locks', 'Canals', 'Weirs', 'Docks', 'Tolls', 'Barges', 'Tugs', 'Sluices', 'Ferries'];
  for (const name of names) await world.seed.businessArea(name);
  await world.allShown();
  const { body } = await world.ask(world.partner.members.user, 'GET', '/api/business-areas');
  const listed = Object.values(body as Record<string, { name: string }>).map(({ name }) => name);
  expect(listed.filter((name) => names.includes(name))).toEqual([...names].sort());
});
