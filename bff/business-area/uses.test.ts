import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestCluster } from '#test/postgres/postgres.ts';
import { specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  // A test holds a transaction open, which delays the events of every database in its cluster.
  world = await startBffWorld({ openDatabase: startTestCluster });
});
afterAll(() => world.close());

/** Publishes an API into a business area. Returns its id. */
const publishInto = async (id: number): Promise<unknown> => {
  const form = new FormData();
  form.set('bizappId', String(world.acme.applicationId));
  form.set('businessAreaId', String(id));
  form.set('jsonFile', new File([specText(`Parcels ${id}`)], 'spec.json'));
  const published = await world.ask(world.acme.members.owner, 'POST', '/api/swagger/import', { body: form });
  expect(published.status).toBe(200);
  return published.body.apiId;
};

const remove = (id: number) => world.ask(world.acme.members.portal, 'DELETE', `/api/business-area/${id}`);

it('a business area cannot be removed while an API is in it', async () => {
  const { owner } = world.acme.members;
  const id = await world.seed.businessArea('Used');
  await world.allShown();
  const apiId = await publishInto(id);
  await world.allShown();
  expect(await remove(id)).toMatchObject({
    status: 409,
    body: {
      code: 'business-area.in-use',
      detail: 'Unable to delete the busines area. Please ensure that no products are tied to this business area',
    },
  });
  const moved = new FormData();
  moved.set('id', String(apiId));
  moved.set('businessAreaId', '');
  expect((await world.ask(owner, 'POST', '/api/swagger/import', { body: moved })).status).toBe(200);
  await world.allShown();
  expect((await remove(id)).status).toBe(200);
});

it('a business area is not removed while an API is in it that is not in the read tables yet', async () => {
  const id = await world.seed.businessArea('Used a moment ago');
  await world.allShown();
  // Readers of the log wait for every open transaction that could still write.
  const slow = new pg.Client({ connectionString: world.ownerUrl });
  await slow.connect();
  try {
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    await publishInto(id);
    expect(await remove(id)).toMatchObject({ status: 503, body: { code: 'portal.unavailable' } });
    await slow.query('commit');
    await world.allShown();
    expect((await remove(id)).body.code).toBe('business-area.in-use');
  } finally {
    await slow.end();
  }
});
