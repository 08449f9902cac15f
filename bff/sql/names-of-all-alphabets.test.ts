import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
/** They begin alike, so that a list shows no others. */
const names = ['Zz Zoe', 'Zz Łukasz', 'Zz Änne', 'Zz anna', 'Zz Lars', 'Zz Ørsted', 'Zz שָׁלוֹם', 'Zz Straße'];
const sorted = ['Zz anna', 'Zz Änne', 'Zz Lars', 'Zz Łukasz', 'Zz Ørsted', 'Zz Straße', 'Zz Zoe', 'Zz שָׁלוֹם'];

beforeAll(async () => {
  world = await startBffWorld();
  const { seed, acme } = world;
  for (const name of names) {
    await seed.organization(name, true);
    await seed.user(acme.organizationId, name, ['ROLE_COMPANY_USER']);
    await seed.application(acme.organizationId, name, []);
  }
  await world.allShown();
});
afterAll(() => world.close());

const lists = [
  ['organizations', '/api/organizations?sort=name', 'organizations', 'name'],
  ['users', '/api/users?sort=firstname', 'users', 'firstname'],
  ['applications', '/api/applications?sort=name', 'apps', 'name'],
] as const;

describe.each(lists)('the list of %s', (_what, path, field, column) => {
  const ask = async (words: string, order = 'asc'): Promise<string[]> => {
    const { portal } = world.acme.members;
    const { body } = await world.ask(portal, 'GET', `${path}&order=${order}&name=${encodeURIComponent(words)}`);
    return (body[field] as Record<string, string>[]).map((row) => row[column] ?? '');
  };

  test('is sorted by alphabet, accents and case being the last to look at', async () => {
    expect(await ask('zz ')).toEqual(sorted);
    expect(await ask('zz ', 'desc')).toEqual(sorted.toReversed());
  });

  test.each([
    ['ANNE', ['Zz Änne']],
    ['änne', ['Zz Änne']],
    ['lukas', ['Zz Łukasz']],
    ['ŁUK', ['Zz Łukasz']],
    ['orsted', ['Zz Ørsted']],
    ['strasse', ['Zz Straße']],
    ['שלום', ['Zz שָׁלוֹם']],
  ])('is searched for %s', async (words, found) => {
    expect(await ask(words)).toEqual(found);
  });
});
