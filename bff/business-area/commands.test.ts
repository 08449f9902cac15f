import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const save = (json: unknown, headers: Record<string, string> = {}) =>
  world.ask(world.acme.members.portal, 'POST', '/api/business-area', { json, headers });
/** Removes a business area when the read tables are up to date, because the call gets 503 if they are too far behind. */
const remove = async (id: unknown) => {
  await world.allShown();
  return await world.ask(world.acme.members.portal, 'DELETE', `/api/business-area/${id}`);
};
const read = async (target: string, position: unknown) =>
  (await world.ask(world.acme.members.portal, 'GET', target, { headers: { 'x-min-position': String(position) } }))
    .body as unknown as Record<string, unknown>[];
/** Returns the newest business areas. */
const list = async (position: unknown) => {
  await world.allShown();
  const page = await read('/api/business-areas/search?sort=id&order=desc', position);
  return (page as unknown as { areas: Record<string, unknown>[] }).areas;
};

/** Adds a business area. Returns the body of the response. */
const add = async (name: string) => (await save({ name, description: `About ${name}` })).body;

describe('a business area', () => {
  it('is found by its name or description, in pages and in order', async () => {
    for (const name of ['Zebra crossings', 'Aqueducts', 'Bridges']) await add(name);
    const { body } = await save({ name: 'Dikes', description: 'Not found by its name alone: crossings' });
    await world.allShown();
    const search = async (query: string) =>
      (await read(`/api/business-areas/search?${query}`, body.position)) as unknown as {
        areas: { name: string }[];
        total: number;
      };
    const found = await search('name=CROSSINGS&order=desc');
    expect(found).toMatchObject({ areas: [{ name: 'Zebra crossings' }, { name: 'Dikes' }], total: 2, page: 0 });
    const { total } = await search('');
    expect(await search(`page=${Math.floor(total / 9) + 1}`)).toMatchObject({ areas: [], total });
    expect((await search('sort=id&order=desc')).areas[0]).toMatchObject({ name: 'Dikes' });
  });

  it('is read by its id, also right after a change', async () => {
    const { id, position } = await add('Read alone');
    await world.allShown();
    expect(await read(`/api/business-area/${id}`, position)).toEqual({
      id,
      name: 'Read alone',
      description: 'About Read alone',
      basedOn: 1,
    });
    expect((await world.ask(world.acme.members.user, 'GET', '/api/business-area/2000000000')).status).toBe(404);
  });

  it('is not changed by a person who did not see the last change', async () => {
    const { id } = await add('Old form');
    expect((await save({ id, name: 'Theirs', description: 'About Old form', basedOn: 1 })).status).toBe(200);
    const mine = await save({ id, name: 'Mine', description: 'About Old form', basedOn: 1 });
    expect(mine).toMatchObject({ status: 409, body: { code: 'form.older' } });
  });

  it('is added, changed and listed', async () => {
    const { status, body } = await save({ id: 0, name: '  Logistics ', description: 'Parcels and lorries' });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        name: 'Logistics',
        description: 'Parcels and lorries',
        basedOn: 1,
        position: expect.any(String),
      },
    });
    const changed = await save({ id: body.id, name: 'Delivery', description: 'Parcels' });
    expect(changed).toMatchObject({ status: 200, body: { id: body.id, name: 'Delivery', description: 'Parcels' } });
    expect(await list(changed.body.position)).toContainEqual({
      id: body.id,
      name: 'Delivery',
      description: 'Parcels',
      basedOn: 2,
    });
    expect(await read(`/api/business-area/${body.id}/history`, changed.body.position)).toMatchObject([
      {
        kind: 'changed',
        user: { id: world.acme.members.portal.userId },
        changes: [
          { field: 'name', from: 'Logistics', to: 'Delivery' },
          { field: 'description', from: 'Parcels and lorries', to: 'Parcels' },
        ],
      },
      { kind: 'added', changes: [] },
    ]);
  });

  it('is added once when the same click is sent twice', async () => {
    const headers = { 'idempotency-key': 'one-click-0001' };
    const json = { name: 'Twice', description: 'One click' };
    expect((await save(json, headers)).body).toEqual((await save(json, headers)).body);
  });

  it('needs a name and a description, neither of them too long', async () => {
    expect(await save({ name: ' ', description: '' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'name', message: 'Business Area name is required' },
          { field: 'description', message: 'Business Area description is required' },
        ],
      },
    });
    expect(await save({ name: 'x'.repeat(201), description: 'x'.repeat(1001) })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'name', message: 'At most 200 characters' },
          { field: 'description', message: 'At most 1000 characters' },
        ],
      },
    });
    expect((await save({ name: 'x', description: 'x'.repeat(1000) })).status).toBe(200);
  });

  it('is removed, and then does not exist', async () => {
    const { id } = await add('Short-lived');
    const removed = await remove(id);
    expect(removed).toMatchObject({ status: 200, body: { entityId: id } });
    expect((await list(removed.body.position)).map((area) => area.id)).not.toContain(id);
    expect((await remove(id)).status).toBe(404);
    expect((await save({ id, name: 'Again', description: 'Again' })).status).toBe(404);
    expect((await remove(2_000_000_000)).status).toBe(404);
  });
});
