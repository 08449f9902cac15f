import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const list = async (who: Member) => (await world.ask(who, 'GET', '/api/audit/filters')).body.filters;
const save = async (who: Member, json: object) => await world.ask(who, 'POST', '/api/audit/filters', { json });

it('a person keeps filters, renames and deletes them, and nobody else sees them', async () => {
  const { auditor, portal } = world.acme.members;
  const query = 'noun=user&person=wombat';
  expect((await save(auditor, { id: 0, name: 'Wombat', query })).status).toBe(200);
  // The longest filter, of characters that the address writes as nine.
  const longest = new URLSearchParams({ search: '中'.repeat(100), person: '中'.repeat(100), thing: '中'.repeat(120) });
  expect((await save(auditor, { id: 0, name: 'Keys', query: `${longest}` })).status).toBe(200);
  expect((await save(auditor, { id: 2, name: 'Keys', query: 'noun=consumer' })).status).toBe(200);
  expect((await save(auditor, { id: 1, name: 'The wombat', query })).status).toBe(200);
  expect(await list(auditor)).toEqual([
    { id: 2, name: 'Keys', query: 'noun=consumer' },
    { id: 1, name: 'The wombat', query },
  ]);
  expect(await list(portal)).toEqual([]);
  expect((await world.ask(portal, 'DELETE', '/api/audit/filters/1')).status).toBe(404);
  expect((await world.ask(auditor, 'DELETE', '/api/audit/filters/2')).status).toBe(200);
  expect(await list(auditor)).toEqual([{ id: 1, name: 'The wombat', query }]);
  // Whom somebody looks for is in no entry, and in their own file.
  await world.allShown();
  const { body } = await world.ask(portal, 'GET', '/api/audit?noun=audit-filter');
  expect(body.total).toBe(5);
  expect(JSON.stringify(body)).not.toMatch(/wombat/i);
  expect(JSON.stringify((await world.ask(auditor, 'GET', '/api/user/my-data')).body)).toContain('The wombat');
});

it.each([
  [{ id: 0, name: ' ', query: '' }, 400, 'audit-filter.name-required'],
  [{ id: 0, name: 'x'.repeat(61), query: '' }, 400, undefined],
  [{ id: 0, name: 'Long', query: 'x'.repeat(4001) }, 400, undefined],
  [{ id: 0, name: 'the WOMBAT', query: '' }, 409, 'audit-filter.name-taken'],
])('refuses %j', async (json, status, code) => {
  const response = await save(world.acme.members.auditor, json);
  expect(response.status).toBe(status);
  if (code) expect(JSON.stringify(response.body)).toContain(code);
});
