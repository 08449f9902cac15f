import { afterAll, beforeAll, expect, it } from 'vitest';
import { specText } from '#test/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const remove = (id: number) => world.ask(world.acme.members.portal, 'DELETE', `/api/business-area/${id}`);

it('a business area cannot be removed while an API is in it, even if the API was published a moment ago', async () => {
  const { owner } = world.acme.members;
  const id = await world.seed.businessArea('Used');
  await world.allShown();
  const form = new FormData();
  form.set('bizappId', String(world.acme.applicationId));
  form.set('businessAreaId', String(id));
  form.set('jsonFile', new File([specText('Parcels')], 'spec.json'));
  const published = await world.ask(owner, 'POST', '/api/swagger/import', { body: form });
  expect(published.status).toBe(200);
  expect(await remove(id)).toMatchObject({
    status: 409,
    body: {
      code: 'business-area.in-use',
      detail: 'Unable to delete the busines area. Please ensure that no products are tied to this business area',
    },
  });
  const { apiId } = published.body;
  const moved = new FormData();
  moved.set('id', String(apiId));
  moved.set('businessAreaId', '');
  expect((await world.ask(owner, 'POST', '/api/swagger/import', { body: moved })).status).toBe(200);
  expect((await remove(id)).status).toBe(200);
});
