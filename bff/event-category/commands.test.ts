import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const schema = (fields: object) => JSON.stringify({ type: 'object', ...fields });
const placed = {
  id: 0,
  name: 'Order placed',
  description: 'A customer has ordered',
  eventTypeId: 'order.placed',
  schema: schema({ properties: { total: { type: 'number' } } }),
};
const documentOf = (more: object = {}) => ({
  id: 0,
  name: 'Orders',
  description: 'What happens to an order',
  type: '',
  businessArea: world.businessAreaId,
  events: [placed],
  ...more,
});
const send = (method: 'POST' | 'PUT', json: unknown, path = '/api/event-category') =>
  world.ask(world.acme.members.portal, method, path, { json });
const check = (json: unknown) => send('POST', json, '/api/event-category/check');
const read = async (path: string, position: unknown, by = world.acme.members.user) => {
  await world.allShown();
  return await world.ask(by, 'GET', path, { headers: { 'x-min-position': String(position) } });
};
const remove = async (id: unknown) => {
  await world.allShown();
  return await world.ask(world.acme.members.portal, 'DELETE', `/api/event-category/${id}`);
};

describe('an event category', () => {
  it('is added, changed and read in each version, with an id for each event', async () => {
    const added = await send('POST', documentOf({ name: ' Orders ' }));
    expect(added).toMatchObject({
      status: 200,
      body: { name: 'Orders', version: 1, events: [{ id: 1, eventTypeId: 'order.placed' }], basedOn: 1 },
    });
    const { id } = added.body;
    const stricter = {
      ...placed,
      id: 1,
      schema: schema({ required: ['total'], properties: { total: { type: 'number' } } }),
    };
    const changed = await send('PUT', documentOf({ id, events: [stricter, { ...placed, eventTypeId: 'order.sent' }] }));
    expect(changed).toMatchObject({ status: 200, body: { id, version: 2, events: [{ id: 1 }, { id: 2 }] } });
    const { position } = changed.body;
    const path = `/api/event-category/${id}`;
    expect((await read(path, position)).body).toMatchObject({
      businessArea: world.businessAreaId,
      businessAreaName: 'Payments',
      version: 2,
      events: [stricter, { id: 2 }],
      basedOn: 2,
    });
    expect((await read(`${path}?version=1`, position)).body).toMatchObject({
      version: 1,
      events: [{ ...placed, id: 1 }],
    });
    expect((await read(`${path}?version=3`, position)).status).toBe(404);
    expect(Object.values((await read(`${path}/versions`, position)).body)).toMatchObject([
      { version: 2 },
      { version: 1 },
    ]);
    expect((await read(`${path}/compare?from=1&to=2`, position)).body).toMatchObject({
      readers: { breaking: 0 },
      writers: { breaking: 1 },
    });
    expect(Object.values((await read(`${path}/samples?version=2`, position)).body)).toMatchObject([
      { eventTypeId: 'order.placed', sample: expect.stringContaining('total') },
      { eventTypeId: 'order.sent' },
    ]);
    const file = await read(`${path}/export`, position);
    expect(file.body).toMatchObject({ asyncapi: '3.0.0', info: { title: 'Orders', version: '2' } });
    const page = await read(`${path}/export?type=html`, position);
    expect(page.headers.get('content-disposition')).toContain('.html');
    expect(page.body.text).toContain('order.placed');
    const history = (await read(`${path}/history`, position, world.acme.members.portal)).body;
    expect(Object.values(history)).toMatchObject([
      {
        kind: 'changed',
        changes: [
          { field: 'events', to: 'order.sent' },
          { field: 'changed', to: 'order.placed' },
        ],
      },
      { kind: 'added' },
    ]);
  });

  it('has no new version when the same values come again', async () => {
    const { body } = await send('POST', documentOf({ name: 'Same again' }));
    const again = await send('PUT', documentOf({ id: body.id, name: 'Same again', events: body.events }));
    expect(again).toMatchObject({ status: 200, body: { version: 1 } });
  });

  it('is listed with its events and without schemas, and counts are for administrators', async () => {
    const { body } = await send('POST', documentOf({ name: 'Listed' }));
    const find = (all: object) => Object.values(all).find((one) => (one as { id: number }).id === body.id);
    const listed = find((await read('/api/event-categories', body.position)).body);
    expect(listed).toMatchObject({ name: 'Listed', events: [{ name: 'Order placed', eventTypeId: 'order.placed' }] });
    expect(JSON.stringify(listed)).not.toContain('schema');
    const all = '/api/event-categories/all';
    expect(find((await read(all, body.position)).body)).not.toHaveProperty('counts');
    expect(find((await read(all, body.position, world.acme.members.portal)).body)).toMatchObject({
      counts: { events: 1, versions: 1 },
    });
    const found = await read('/api/event-categories/search?name=ORDER.PLACED', body.position);
    expect(found.body.categories).toContainEqual(expect.objectContaining({ id: body.id }));
  });

  it('has every field of its schema and no other, each problem at its field', async () => {
    const { description: _, ...without } = placed;
    const wrong = documentOf({
      name: '',
      extra: 1,
      events: [without, { ...placed, schema: '' }, { ...placed, id: 4 }],
    });
    expect((await send('POST', wrong)).body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'name' }),
        expect.objectContaining({ field: 'extra' }),
        expect.objectContaining({ field: 'events.0.description' }),
        expect.objectContaining({ field: 'events.1.schema' }),
      ]),
    );
    const twins = documentOf({ events: [placed, placed] });
    expect((await send('POST', twins)).body.errors).toMatchObject([{ field: 'events.1.eventTypeId' }]);
    expect((await send('PUT', documentOf())).body.errors).toMatchObject([{ field: 'id' }]);
    expect((await send('POST', documentOf({ businessArea: 2_000_000_000 }))).body.errors).toMatchObject([
      { field: 'businessArea' },
    ]);
  });

  it.each([
    ['no JSON', '{"a":1,}', 'line 1'],
    ['no JSON Schema', '{"type":"objet"}', '/type'],
    ['another dialect', '{"$schema":"http://json-schema.org/draft-04/schema#"}', 'draft-04'],
    ['a reference to elsewhere', '{"$ref":"https://elsewhere.example/a.json"}', 'elsewhere.example'],
    ['a wrong pattern', '{"pattern":"("}', '('],
    ['a list', '[]', 'object'],
  ])('takes no schema that is %s', async (_what, text, says) => {
    const { status, body } = await send(
      'POST',
      documentOf({ events: [placed, { ...placed, eventTypeId: 'b', schema: text }] }),
    );
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'events.1.schema', message: expect.stringContaining(says) }]);
  });

  it('is compared before it is saved, and the check changes nothing', async () => {
    const { body } = await send('POST', documentOf({ name: 'Checked' }));
    const number = { ...placed, id: 1, schema: schema({ properties: { total: { type: 'string' } } }) };
    const said = await check(documentOf({ id: body.id, name: 'Checked', events: [number] }));
    expect(said.body).toMatchObject({
      readers: { breaking: 1, changes: [{ subject: 'order.placed', place: 'total', verdict: 'breaks' }] },
      writers: { breaking: 1 },
    });
    expect((await read(`/api/event-category/${body.id}`, body.position)).body).toMatchObject({ version: 1 });
    expect((await check(documentOf())).body).toMatchObject({ readers: { breaking: 0, total: 1 } });
  });

  it('is removed, and then does not exist', async () => {
    const { id } = (await send('POST', documentOf({ name: 'Short-lived' }))).body;
    expect(await remove(id)).toMatchObject({ status: 200, body: { entityId: id } });
    expect((await remove(id)).status).toBe(404);
    expect((await send('PUT', documentOf({ id }))).status).toBe(404);
  });

  it('keeps its business area from being removed', async () => {
    const area = await world.seed.businessArea('Harbour');
    const { body } = await send('POST', documentOf({ name: 'Ships', businessArea: area }));
    const removeArea = async () => {
      await world.allShown();
      return await world.ask(world.acme.members.portal, 'DELETE', `/api/business-area/${area}`);
    };
    expect(await removeArea()).toMatchObject({ status: 409, body: { code: 'business-area.in-use' } });
    await remove(body.id);
    expect((await removeArea()).status).toBe(200);
    expect((await send('POST', documentOf({ businessArea: area }))).status).toBe(400);
  });
});
