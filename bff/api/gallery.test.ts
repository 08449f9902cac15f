import { expect, test } from 'vitest';
import { apiListQuery } from '#domain/api/schema.ts';
import { type Actor, portal as portalActor } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { openPortal } from '#projections/engine/fixture/open-portal.ts';
import {
  application,
  configOf,
  deploymentApplied,
  deploymentRemoved,
  deploymentRequested,
  gateway,
  idOf,
  organization,
  published,
} from '#test/world/sample-events.ts';
import { completeOperationTexts } from '../documents/operation-texts.ts';
import { readSpec } from '../documents/read-spec.ts';
import { saveSpec } from '../documents/spec-store.ts';
import { openReadTables } from '../sql/read-tables.ts';
import { readApiOwners } from './api-owners.ts';
import { readGallery } from './gallery.ts';

const names = ['Payments', 'Refunds of Payments', 'Shipping', 'Café orders', '支付服务'];

const openGallery = async () => {
  const world = await openPortal({ hasTables: true });
  world.run();
  await world.happen('organization-2', [organization(2, 'Northwind')]);
  await world.happen('application-4', [application(4, 2, 'Till', [5])]);
  const from = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
  for (const [index, name] of names.entries()) {
    const apiId = index + 1;
    await world.happen(`api-${apiId}`, [published(apiId)]);
    const to = { ...from, name, description: `About number ${apiId}`, businessAreaId: apiId % 2 ? 3 : null };
    await world.happen(`api-${apiId}`, [{ type: 'ApiDetailsChanged', data: { apiId, from, to } }]);
  }
  expect(await world.caughtUp()).toBe(true);
  const db = openReadTables(world.pool);
  return {
    ...world,
    owners: (my: boolean, actor: Actor = portalActor) => readApiOwners(db, actor, my),
    find: async (parameters: Record<string, string>, actor: Actor = portalActor) => {
      const { apis, ...rest } = await readGallery(db, actor, apiListQuery.parse(parameters));
      return { ids: apis.map(({ id }) => id), ...rest };
    },
  };
};

test('the gallery is searched by name, description and application, and forgives a typo', async () => {
  const { find } = await openGallery();
  expect(await find({ name: 'payments' })).toMatchObject({ ids: [1, 2], total: 2, page: 0, searchedFor: null });
  for (const [name, ids] of [
    ['PAY', [1, 2]],
    ['ship', [3]],
    ['cafe', [4]],
    ['order till', [4]],
    ['sh', [3]],
    ['支付', [5]],
    ['number till', [4, 1, 2, 3, 5]],
  ] as const) {
    expect(await find({ name }), name).toMatchObject({ ids, total: ids.length, searchedFor: null });
  }
  expect(await find({ name: 'paymnets' })).toMatchObject({ ids: [1, 2], total: 2, searchedFor: 'payments' });
  // Two swapped letters leave hardly a common trigram.
  expect(await find({ name: 'ordres' })).toMatchObject({ ids: [4], searchedFor: 'orders' });
  expect(await find({ name: 'Shiping till' })).toMatchObject({ ids: [3], searchedFor: 'shipping till' });
  expect(await find({ name: 'xyzzy' })).toMatchObject({ ids: [], total: 0, page: 0, searchedFor: null });
  // A filter narrows the same result.
  expect(await find({ name: 'paymnets', businessAreaId: '3' })).toMatchObject({ ids: [1], total: 1 });
});

test('the best match comes first: names before other texts, whole words before parts of words', async () => {
  const { find, happen, caughtUp } = await openGallery();
  const from = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
  const texts = [
    ['Accounts', 'Ask here in order to pay'],
    ['Borders', 'What is sent abroad'],
    ['Calendar', 'Reordering of days'],
    ['Order book', ''],
    ['Orders', ''],
  ] as const;
  for (const [index, [name, description]] of texts.entries()) {
    const apiId = 10 + index;
    await happen(`api-${apiId}`, [published(apiId)]);
    await happen(`api-${apiId}`, [
      { type: 'ApiDetailsChanged', data: { apiId, from, to: { ...from, name, description } } },
    ]);
  }
  expect(await caughtUp()).toBe(true);
  // First a whole word of a name, then parts of names by name, then a whole word of a text, then a part of one.
  const ids = [13, 11, 4, 14, 10, 12];
  expect(await find({ name: 'order' })).toMatchObject({ ids, total: 6 });
  expect(await find({ name: 'order', sort: 'id' })).toMatchObject({ ids: [4, 10, 11, 12, 13, 14] });
  expect(await find({ name: 'order', order: 'desc' })).toMatchObject({ ids: [14, 13, 12, 4, 11, 10] });
});

test('a search for punctuation alone finds nothing', async () => {
  const { find } = await openGallery();
  for (const name of ['%', '_', '%%%', '???', "'"]) {
    expect(await find({ name }), name).toMatchObject({ ids: [], total: 0 });
  }
});

test('the gallery filters by own APIs: of the organization, of an application, with access', async () => {
  const { find, happen, caughtUp } = await openGallery();
  const stranger: Actor = { ...portalActor, organizationId: 9, roles: ['ROLE_COMPANY_USER'] };
  expect(await find({ my: 'true' }, stranger)).toMatchObject({ ids: [], total: 0 });
  expect(await find({ my: 'true' }, { ...stranger, organizationId: 2 })).toMatchObject({ total: 5 });
  expect(await find({ my: 'true' }, { ...stranger, ownerApps: [4] })).toMatchObject({ total: 5 });
  await happen('access-3-9', [
    { type: 'ApiAccessGranted', data: { apiId: 3, organizationId: 9, grantId: 1, requestId: null } },
  ] as never);
  expect(await caughtUp()).toBe(true);
  expect(await find({ my: 'true' }, stranger)).toMatchObject({ ids: [3], total: 1 });
});

test('the gallery is filtered by application, environment and state, each with all the others', async () => {
  const { find, happen, caughtUp } = await openGallery();
  await happen('organization-3', [organization(3, 'Southwind')]);
  await happen('application-6', [application(6, 3, 'Desk', [5])]);
  await happen('api-6', [published(6, { name: 'Notes', organizationId: 3, applicationId: 6 })]);
  await happen('resource-1', [gateway(1)]);
  await happen('deployment-1', [deploymentRequested(1, 2, configOf({ environment: 'DEV' })), deploymentApplied(1)]);
  await happen('deployment-2', [deploymentRequested(2, 2, configOf({ environment: 'PROD' })), deploymentApplied(2)]);
  await happen('deployment-3', [deploymentRequested(3, 6, configOf({ environment: 'PROD' })), deploymentApplied(3)]);
  await happen('deployment-4', [deploymentRequested(4, 3, configOf({ environment: 'TEST' }))]);
  await happen('api-5', [{ type: 'ApiDeletionRequested', data: { apiId: 5, operationId: idOf('deletion') } }]);
  expect(await caughtUp()).toBe(true);
  for (const [parameters, ids] of [
    [{ bizappId: '4' }, [4, 1, 2, 3, 5]],
    [{ bizappId: '6' }, [6]],
    [{ bizappId: '6', orgId: '2' }, []],
    [{ env: 'DEV' }, [2]],
    [{ env: 'PROD' }, [6, 2]],
    [{ env: 'PROD', orgId: '3' }, [6]],
    // Asked for, and not there yet.
    [{ env: 'TEST' }, []],
    [{ state: 'deployed' }, [6, 2]],
    [{ state: 'not-deployed' }, [4, 1, 3]],
    [{ state: 'deleting' }, [5]],
    [{ state: 'deployed', env: 'DEV', name: 'refunds' }, [2]],
  ] as const) {
    expect(await find(parameters), JSON.stringify(parameters)).toMatchObject({ ids, total: ids.length });
  }
  await happen('deployment-2', deploymentRemoved(2, 2));
  expect(await caughtUp()).toBe(true);
  expect(await find({ env: 'PROD' })).toMatchObject({ ids: [6] });
  expect(await find({ state: 'deployed' })).toMatchObject({ ids: [6, 2] });
});

test('the filters offer only organizations and applications that have APIs in the gallery', async () => {
  const { owners, happen, caughtUp } = await openGallery();
  await happen('organization-3', [organization(3, 'Adams')]);
  await happen('organization-4', [organization(4, 'Without an API')]);
  await happen('application-6', [application(6, 3, 'Till', [5])]);
  await happen('api-6', [published(6, { name: 'Notes', organizationId: 3, applicationId: 6 })]);
  expect(await caughtUp()).toBe(true);
  const northwind = { id: 4, name: 'Till', orgname: 'Northwind' };
  expect(await owners(false)).toEqual({
    organizations: [
      { id: 3, name: 'Adams' },
      { id: 2, name: 'Northwind' },
    ],
    applications: [northwind, { id: 6, name: 'Till', orgname: 'Adams' }],
  });
  expect(await owners(true, { ...portalActor, organizationId: 2 })).toEqual({
    organizations: [{ id: 2, name: 'Northwind' }],
    applications: [northwind],
  });
  const stranger = { ...portalActor, organizationId: 9 };
  expect(await owners(true, stranger)).toEqual({ organizations: [], applications: [] });
  const adams = {
    organizations: [{ id: 3, name: 'Adams' }],
    applications: [{ id: 6, name: 'Till', orgname: 'Adams' }],
  };
  expect(await owners(true, { ...stranger, ownerApps: [6] })).toEqual(adams);
  await happen('access-6-9', [
    { type: 'ApiAccessGranted', data: { grantId: 1, apiId: 6, organizationId: 9, requestId: null } },
  ]);
  expect(await caughtUp()).toBe(true);
  expect(await owners(true, stranger)).toEqual(adams);
});

test('a description is found by its visible words, not by its Markdown signs', async () => {
  const { find, happen, caughtUp } = await openGallery();
  const from = { name: 'Shipping', description: 'About number 3', sourceRepo: '', businessAreaId: 3 };
  const to = {
    ...from,
    description: '<blockquote class="warning">**Par**cels [abroad](https://x.example)</blockquote>',
  };
  await happen('api-3', [{ type: 'ApiDetailsChanged', data: { apiId: 3, from, to } }]);
  expect(await caughtUp()).toBe(true);
  expect(await find({ name: 'parcels abroad' })).toMatchObject({ ids: [3] });
  for (const name of ['blockquote', 'class', 'https']) expect(await find({ name }), name).toMatchObject({ ids: [] });
});

test('pages and totals of a large gallery are exact, with words and without', async () => {
  const { find, pool } = await openGallery();
  const total = 10_050;
  await pool.query(`
    insert into read.apis_v1 (id, name, description, version, source_repo, organization_id, organization_name, search_name, search_text,
      spec_hash, spec_format, spec_version, spec_size, revision, operations, servers, environments, created_by, created_at, updated_at, state, stream_version)
    select n, 'Copy ' || lpad(n::text, 5, '0'), '', '1', '', 2, '', ' copy ', ' copy about ', '', 'yaml', '3.1', 1, 1, 1, '{}', '{}', 1, now(), now(), 'published', 1
    from generate_series(6, ${total}) n`);
  const { rows } = await pool.query<{ id: number }>('select id from apis order by sort_name, id');
  const sorted = rows.map(({ id }) => id);
  for (const page of [0, 1, 111, 558, 1115, 1116]) {
    for (const parameters of [{}, { name: 'about', sort: 'name' }]) {
      const found = await find({ ...parameters, page: String(page) });
      expect(found, `page ${page}`).toMatchObject({ ids: sorted.slice(page * 9, page * 9 + 9), total });
    }
  }
});

/** Stores a description of an API with the given operations: method, path, summary, tag. */
const describeApi = async (
  { happen, pool }: Awaited<ReturnType<typeof openGallery>>,
  apiId: number,
  revision: number,
  operations: readonly (readonly [string, string, string, string?])[],
) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [method, path, summary, tag] of operations)
    paths[path] = { ...paths[path], [method]: { summary, ...(tag && { tags: [tag] }), responses: {} } };
  const bytes = Buffer.from(JSON.stringify({ openapi: '3.0.3', info: { title: 'X', version: `${apiId}` }, paths }));
  const document = await readSpec(bytes);
  if (isRefusal(document)) throw new Error('refused');
  await saveSpec(pool, document, bytes);
  const { hash, format, size, specVersion, version } = document;
  const spec = { hash, format, size, specVersion, version, servers: [], operations: operations.length };
  await happen(`api-${apiId}`, [{ type: 'ApiSpecChanged', data: { apiId, revision, restores: null, spec } }]);
};

test('operations are found by path, summary, tag and name, also with words of their API', async () => {
  const world = await openGallery();
  const { find, caughtUp, pool } = world;
  await describeApi(world, 1, 2, [
    ['get', '/v1/charges/{charge}', 'Retrieve a charge'],
    ['get', '/v1/charges', 'List all charges', 'Money'],
    ['post', '/v1/charges', 'Create a charge'],
  ]);
  await describeApi(world, 3, 2, [
    ['post', '/containers/create', 'Create a container', 'Container'],
    ['get', '/images', 'List images'],
  ]);
  await describeApi(world, 4, 2, [
    ['get', '/containers', 'List them'],
    ['post', '/images', 'Create an image'],
  ]);
  expect(await caughtUp()).toBe(true);
  // The search finds operations once they are read, whichever release stored the document.
  expect(await find({ name: 'create container' })).toMatchObject({ ids: [] });
  expect(await completeOperationTexts(pool, new AbortController().signal)).toBe(false);

  const match = (apiId: number, method: string, path: string, summary: string) => ({ apiId, method, path, summary });
  const create = match(3, 'POST', '/containers/create', 'Create a container');
  const list = match(1, 'GET', '/v1/charges', 'List all charges');
  const charge = match(1, 'POST', '/v1/charges', 'Create a charge');
  const one = match(1, 'GET', '/v1/charges/{charge}', 'Retrieve a charge');
  for (const [name, ids, matches] of [
    // Not where one operation creates and another one has containers.
    ['create container', [3], [create]],
    ['/v1/charges', [1], [list, charge, one]],
    ['shipping containers', [3], [create]],
    ['containers of shipping', [], []],
    ['money', [1], [list]],
    ['post images', [4], [match(4, 'POST', '/images', 'Create an image')]],
    // An API that is found by itself shows only operations that have all words themselves.
    ['payments', [1, 2], []],
    ['contaner', [], []],
  ] as const) {
    expect(await find({ name }), name).toMatchObject({ ids, total: ids.length, matches, searchedFor: null });
  }
  expect(await find({ name: 'list', businessAreaId: '3' })).toMatchObject({ ids: [1, 3], total: 2 });
});

test('a search finds the operations of the current document, and forgets those of older ones', async () => {
  const world = await openGallery();
  const { find, caughtUp, pool } = world;
  const complete = () => completeOperationTexts(pool, new AbortController().signal);
  await describeApi(world, 1, 2, [['get', '/zebras', 'List zebras']]);
  expect(await caughtUp()).toBe(true);
  await complete();
  expect(await find({ name: 'zebras' })).toMatchObject({ ids: [1] });
  await describeApi(world, 1, 3, [['get', '/yaks', 'List yaks']]);
  expect(await caughtUp()).toBe(true);
  await complete();
  expect(await find({ name: 'zebras' })).toMatchObject({ ids: [] });
  expect(await find({ name: 'yaks' })).toMatchObject({ ids: [1] });
  const count = async () => (await pool.query('select from operation_texts')).rowCount;
  // An upload stores them before its event, so they stay for an hour.
  expect(await count()).toBe(2);
  await pool.query('delete from searched_documents');
  await pool.query(
    `insert into searched_documents select distinct hash, ' ', now() - interval '2 hours' from operation_texts`,
  );
  await complete();
  expect(await count()).toBe(1);
});

test('words are found apart and as one', async () => {
  const { find, happen, caughtUp } = await openGallery();
  const from = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
  for (const [apiId, name] of [
    [10, 'OpenAI'],
    [11, 'Git Hub'],
    [12, 'Open Banking for airlines'],
    [13, 'Open API'],
  ] as const) {
    await happen(`api-${apiId}`, [published(apiId)]);
    await happen(`api-${apiId}`, [{ type: 'ApiDetailsChanged', data: { apiId, from, to: { ...from, name } } }]);
  }
  expect(await caughtUp()).toBe(true);
  expect(await find({ name: 'open ai' })).toMatchObject({ ids: [10, 12], searchedFor: null });
  expect(await find({ name: 'openai' })).toMatchObject({ ids: [10], searchedFor: null });
  expect(await find({ name: 'github' })).toMatchObject({ ids: [11], searchedFor: null });
  expect(await find({ name: 'open bank ing' })).toMatchObject({ ids: [12], searchedFor: null });
});
