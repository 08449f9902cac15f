import { createApp } from '#bff/app.ts';
import type { Services } from '#bff/http/services.ts';
import { createClient } from '#platform/database.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { appendMany } from './append-many.ts';
import { companies, largest, sizes } from './companies-seed.ts';
import { type Measured, measure } from './measure.ts';
import { type Credentials, preparePortal } from './portal.ts';
import type { World } from './world.ts';

const search = (name: string) => [`${name}=person-99`, `${name}=pay`, `${name}=an`, `${name}=xyzzy`];
const order = (sort: string, fields: readonly string[]) =>
  fields.flatMap((field) => [`${sort}=${field}&order=asc`, `${sort}=${field}&order=desc`]);

/** Each list, and the queries that it is asked with. `last` is its last page. */
const lists: readonly Readonly<{ path: string; last: number; queries: readonly string[] }>[] = [
  {
    path: '/api/users',
    last: sizes.users / 10 - 400,
    queries: [
      ...order('sort', ['firstname', 'email', 'organizationName', 'activeStatus', 'addedDate', 'lastLogin']),
      ...search('name'),
      'email=company-77',
      'role=ROLE_PORTAL_ADMIN',
      'role=ROLE_COMPANY_USER',
      'role=ROLE_COMPANY_USER&name=pay&sort=lastname',
      'org=1',
      'org=1&name=pay&sort=lastLogin',
      'org=77',
      'standing=invited',
      'standing=deleted',
      'name=pay&sort=organizationName',
    ],
  },
  {
    path: '/api/updatedRole',
    last: sizes.users / 40 - 1,
    queries: [...order('sort', ['adminEmail', 'userLastName', 'adminOrganizationName']), ...search('search')],
  },
  {
    path: '/api/organizations',
    last: 1_000,
    queries: [...order('sort', ['name', 'createdAt']), ...search('name'), 'type=1', 'type=0&name=pay'],
  },
  {
    path: '/api/applications',
    last: 2_000,
    queries: [...order('sort', ['name', 'orgname', 'createdAt']), ...search('name'), 'type=1', 'orgId=1', 'my=true'],
  },
  {
    path: '/api/pending-requests',
    last: 900,
    queries: [
      ...order('sortBy', ['company', 'role', 'lastName', 'createdAt']),
      ...search('search'),
      'status=ALL',
      'status=ALL&search=pay',
      'status=DENIED',
      'orgId=1',
    ],
  },
  {
    path: '/api/organization-pending-requests',
    last: 100,
    queries: ['status=ALL', 'search=pay', 'orgId=77', 'sortBy=company&order=asc', 'sortBy=role&order=asc'],
  },
  {
    path: '/api/request-access/all',
    last: 1_500,
    queries: [
      ...order('sort', ['apiName', 'organizationName', 'lastname', 'createdAt', 'status']),
      ...search('search'),
      'status=NEW',
    ],
  },
  {
    path: '/api/all-api-access',
    last: 1_300,
    queries: [...order('sort', ['apiName', 'organizationName', 'createdAt', 'keys']), ...search('search')],
  },
  {
    path: '/api/deleteAPI',
    last: 250,
    queries: [...order('sort', ['api', 'organizationName', 'lastname', 'deletedAt']), ...search('search')],
  },
  {
    path: '/api/view-consumer-list',
    last: 5_000,
    queries: [
      ...order('sort', ['organizationName', 'lastname', 'email', 'consumerName', 'ipAddress', 'processAt']),
      ...search('search'),
    ],
  },
  {
    path: '/api/delete-organization-requests',
    last: 40,
    queries: [...order('sort', ['organizationName', 'updatedAt']), ...search('search')],
  },
  {
    path: '/api/grant-organization-requests',
    last: 40,
    queries: [...order('sort', ['organizationName', 'updatedAt']), ...search('search')],
  },
];

/** Calls that are no lists: choices, a person's and a company's dock, counts. */
const others = [
  '/api/all-organizations',
  '/api/my-apps',
  '/api/userById?id=77',
  '/api/user/role-history?id=2',
  '/api/application/7',
  '/api/application/7/history',
  `/api/organization/${largest.organizationId}/history`,
  `/api/organization/${largest.organizationId}/belongings`,
  `/api/available-api-access/${largest.organizationId}`,
];
const exported = ['/api/users/download', '/api/pending-requests/download', '/api/view-consumer-list/download'];
const dock = `/api/organization/${largest.organizationId}`;

/** Goals in milliseconds (docs/decisions/0059-lists-of-many-companies.md). */
const listGoal = 50;
const dockGoal = 300;

const print = (title: string, { p50, p95 }: Measured, goal: number): void =>
  console.log(
    `${title.padEnd(84)} p50 ${p50.toFixed(1).padStart(6)} ms, p95 ${p95.toFixed(1).padStart(6)} ms${p95 > goal ? `, over ${goal}` : ''}`,
  );

/** Does what autovacuum would do within a minute. */
const vacuum = async (ownerUrl: string): Promise<void> => {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('vacuum analyze');
  await owner.end();
};

/** Fills log and read tables. Says how long both took. */
const fill = async ({ services, codec, ownerUrl, project }: World): Promise<void> => {
  const start = performance.now();
  await appendMany(ownerUrl, codec, companies());
  const appended = performance.now();
  project();
  if (!(await waitForPosition(services.pool, await services.store.head(), 1_800_000)))
    throw new Error('the projections did not catch up');
  const { rows } = await services.pool.query<{ events: number }>('select count(*)::int as events from events');
  const events = rows[0]?.events ?? 0;
  const seconds = (performance.now() - appended) / 1000;
  console.log(
    `companies: ${events.toLocaleString('en')} events appended in ${Math.round((appended - start) / 1000)} s; all projections followed in ${Math.round(seconds)} s, ${Math.round(events / seconds).toLocaleString('en')} events a second`,
  );
  await vacuum(ownerUrl);
};

/** Measures each call with its queries, over the whole BFF, one after the other. Runs on read tables that are filled. */
const measureCompanies = async (services: Services, headers: Credentials, folder: string): Promise<void> => {
  const app = createApp(services, folder);
  const ask = async (path: string) => {
    const response = await app.request(path, { headers });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response;
  };
  const time = async (path: string, goal = listGoal, count = 40) =>
    print(path, await measure(count, 1, async () => await (await ask(path)).text()), goal);
  for (const { path, last, queries } of lists)
    for (const query of ['', `page=${last}`, ...queries]) await time(query ? `${path}?${query}` : path);
  for (const path of others) await time(path);
  for (const path of exported)
    print(
      `${path}, first bytes`,
      await measure(5, 1, async () => {
        const reader = (await ask(path)).body?.getReader();
        await reader?.read();
        await reader?.cancel();
      }),
      listGoal,
    );
  await time(dock, dockGoal);
};

/** Measures lists, searches and docks of people and companies at 1,000,000 events. */
export const benchCompanies = async (world: World): Promise<void> => {
  const { services, signIn } = preparePortal(world);
  await fill(world);
  await measureCompanies(services, await signIn({ userId: 1, email: '', roles: [], subject: '' }), world.folder);
};
