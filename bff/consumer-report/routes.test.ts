import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

type Row = { id: number; organization: string; apiId: number; nickname: string; date: string; lastUsed: string | null };
type Page = { data: Row[]; total: number; page: number };

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const read = async (query = '', who = world.acme.members.portal): Promise<Page> => {
  const { status, body } = await world.ask(who, 'GET', `/api/kong/consumer-list?${query}`);
  expect(status).toBe(200);
  return body as unknown as Page;
};
const ids = ({ data }: Page) => data.map(({ id }) => id);

it('shows keys with their organization and API, ten a page, newest first', async () => {
  const all = await read();
  expect(all.total).toBeGreaterThan(1);
  expect(all.data.find(({ id }) => id === world.acme.consumer.consumerId)).toMatchObject({
    organization: world.acme.name,
    apiId: world.acme.apiId,
  });
  expect(ids(all)).toEqual(ids(await read('sort=date&order=desc')));
  expect(JSON.stringify(all)).not.toMatch(/last4|secret|clientId|apiKey"/i);
});

it.each(['organization', 'api', 'nickname', 'env', 'date', 'lastUsed', 'endsOn'])(
  'sorts by %s both ways',
  async (sort) => {
    expect(ids(await read(`sort=${sort}&order=asc`))).toEqual(ids(await read(`sort=${sort}&order=desc`)).reverse());
  },
);

it('has the last use of any of the key’s credentials', async () => {
  const { consumerId } = world.acme.consumer;
  await world.pool.query(`insert into credential_uses values ($1, 1, '2026-01-02'), ($1, 2, '2026-01-05')`, [
    consumerId,
  ]);
  const [used] = (await read('sort=lastUsed&order=desc')).data;
  expect(used).toMatchObject({ id: consumerId, lastUsed: '2026-01-05T00:00:00.000Z' });
});

it('has the last day of a key, its own or that of its access, and sorts by it', async () => {
  const { consumerId } = world.acme.consumer;
  const { portal } = world.acme.members;
  const changed = await world.ask(portal, 'PUT', `/api/consumer/${consumerId}`, { json: { endsOn: '2097-05-31' } });
  expect(changed.status).toBe(200);
  await world.shown(changed.body.position);
  const [first] = (await read('sort=endsOn&order=asc')).data;
  expect(first).toMatchObject({ id: consumerId, endsOn: '2097-05-31' });
});

it('filters by organization, API and the day on which a key was added', async () => {
  const { organizationId, apiId } = world.acme;
  const ofAcme = await read(`orgId=${organizationId}`);
  expect(ofAcme.total).toBeGreaterThan(0);
  expect(new Set(ofAcme.data.map(({ organization }) => organization))).toEqual(new Set([world.acme.name]));
  expect((await read(`orgId=${organizationId},${world.partner.organizationId}`)).total).toBeGreaterThan(ofAcme.total);
  expect(new Set((await read(`apiId=${apiId}`)).data.map((row) => row.apiId))).toEqual(new Set([apiId]));
  const day = ofAcme.data[0]?.date.slice(0, 10) ?? '';
  expect((await read(`orgId=${organizationId}&startDate=${day}&endDate=${day}`)).total).toBe(ofAcme.total);
  expect(await read('endDate=2001-01-01')).toMatchObject({ data: [], total: 0 });
  expect(await read('startDate=2999-01-01')).toMatchObject({ data: [], total: 0 });
});

it('C1: shows others the keys of their own organization only, with any filter', async () => {
  const { user } = world.partner.members;
  const own = await read('', user);
  expect(new Set(own.data.map(({ organization }) => organization))).toEqual(new Set([world.partner.name]));
  expect(await read(`orgId=${world.acme.organizationId}`, user)).toEqual({ data: [], total: 0, page: 0 });
});

it('is saved as a file', async () => {
  const { portal } = world.acme.members;
  const { body, headers } = await world.ask(portal, 'GET', '/api/kong/consumer-list/download');
  expect(headers.get('content-disposition')).toBe('attachment; filename="consumer-list.csv"');
  const [head, ...lines] = String(body.text).trim().split('\r\n');
  expect(head).toBe('organization,api,nickname,env,date,lastUsed,endsOn');
  expect(lines).toHaveLength((await read()).total);
});
