import { fork } from 'node:child_process';
import { once } from 'node:events';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { createApp } from '#bff/app.ts';
import { sessionHash } from '#bff/auth/session-store.ts';
import { type DeployBody, deployBody } from '#domain/deployment/schema.ts';
import type { Pool } from '#platform/database.ts';
import { createClient, createPool, promptly } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import { readPath } from '#projections/read-path.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { type Measured, printRatio, quantile } from './measure.ts';
import { type Credentials, listen, preparePortal } from './portal.ts';
import type { Turn } from './road-client.ts';
import type { World } from './world.ts';

/** The columns of a row of the gallery, and of a row of the deployments. */
const apiColumns = `id, name, application_name, organization_name, source_repo, version, description, application_id,
  business_area_id, organization_id, revision, operations, spec_format, environments, state, updated_at`;
const operationColumns = `id, kind, state, api_id, api_name, subject_noun, subject_id, subject, environment,
  organization_id, requested_by, requested_at, updated_at, attempt, steps, problems, failure_class, next_attempt_at`;

/** Returns one statement for a page of a list with its total. */
const pageSql = (table: string, columns: string, order: string, size: number) =>
  `select total, page.* from (select count(*)::int as total from ${table}) as counted
   left join lateral (select ${columns} from ${table} order by ${order} limit ${size}) as page on true`;

/**
 * Returns the same calls in the simplest possible way: bare Hono, one read of the session with its person, and one
 * statement. A list's statement returns a page and the total; a command's inserts one row.
 */
const bareApp = (pool: Pool) =>
  new Hono<{ Variables: { userId: number } }>()
    .use(async (c, next) => {
      const { rows } = await pool.query(
        `select u.id, u.roles, u.organization_id, s.ends_at from sessions s join users u on u.id = s.user_id where s.hash = $1`,
        [sessionHash(getCookie(c, 'portico') ?? '')],
      );
      if (!rows[0] || rows[0].ends_at < new Date()) return c.json({}, 401);
      c.set('userId', rows[0].id);
      await next();
    })
    .get('/api/swaggers', async (c) => {
      const { rows } = await pool.query(pageSql('apis', apiColumns, 'sort_name, id', 9));
      return c.json({ apis: rows, total: rows[0].total });
    })
    .get('/api/operations', async (c) => {
      const { rows } = await pool.query(pageSql('operations', operationColumns, 'requested_at desc, id', 20));
      return c.json({ operations: rows, total: rows[0].total });
    })
    .post('/api/swagger/deploy', zValidator('json', deployBody), async (c) => {
      await pool.query('insert into bench_bare values ($1, $2, 1, $3)', [
        randomId(),
        randomId(),
        JSON.stringify({ by: c.get('userId'), ...c.req.valid('json') }),
      ]);
      return c.json({ done: true });
    });

type Kind = Readonly<{ title: string; count: number; turn: Pick<Turn, 'method' | 'body'> & { path: string } }>;

const reading = (title: string, path: string): Kind => ({
  title,
  count: 500,
  turn: { method: 'GET', path, body: undefined },
});

const deployRequest = (apiId: number, gatewayId: number): Kind => {
  const body: Partial<DeployBody> = {
    id: apiId,
    name: 'Payments-%n',
    env: 'DEV',
    auth: 'apikey',
    contextPath: 'payments-%n',
    upstreamUrl: 'https://203.0.113.80/v1',
    kongServer: gatewayId,
    oAuth2Config: { tokenExpiration: 86_400 },
    rateLimit: { enabled: false, ratePerMinute: 60, countsTogether: false },
  };
  const turn = { method: 'POST', path: '/api/swagger/deploy', body: JSON.stringify(body) };
  return { title: 'command: deploy request', count: 300, turn };
};

/** Fills a portal with the data of about a year. */
const fill = async (world: World, { seed, signIn, services }: ReturnType<typeof preparePortal>) => {
  const { apis, deployments } = world.scale.road;
  const organizationId = await seed.organization('Acme', false);
  const applicationId = await seed.application(organizationId, 'Shop', []);
  const gatewayId = await seed.gateway('Main');
  let apiId = 0;
  for (let count = 0; count < apis; count += 1)
    apiId = await seed.api(organizationId, applicationId, `Orders ${count}`);
  for (let count = 0; count < deployments; count += 1) await seed.deployment(apiId, gatewayId);
  const person = await seed.user(organizationId, 'Person', ['ROLE_PORTAL_ADMIN']);
  world.project();
  if (!(await waitForPosition(services.pool, await services.store.head(), 120_000)))
    throw new Error('the projections did not catch up');
  const owner = createClient({ connectionString: world.ownerUrl });
  await owner.connect();
  await owner.query('vacuum analyze');
  await owner.query(
    'create table bench_bare (id uuid primary key, stream text not null, version int not null, data text not null, unique (stream, version))',
  );
  await owner.query('grant insert on bench_bare to portico_app');
  await owner.end();
  return { headers: await signIn(person), apiId, gatewayId };
};

/**
 * Measures whole calls over HTTP with a session: lists and a command, one after the other and 16 at a time. Measures
 * each in turns with the same call on bare Hono. The ratio is the median of a few rounds, because the machine's load
 * changes.
 */
export const benchRoad = async (world: World): Promise<void> => {
  const {
    calls,
    road: { rounds },
  } = world.scale;
  const portal = preparePortal(world);
  const { headers, apiId, gatewayId } = await fill(world, portal);
  // The BFF opens its pool in the same way.
  const pool = createPool(world.appUrl, { applicationName: 'portico-bench-bare', searchPath: readPath, ...promptly });
  const [ours, bare] = [await listen(createApp(portal.services, world.folder)), await listen(bareApp(pool))];
  const client = fork(new URL('./road-client.ts', import.meta.url), { execArgv: [] });
  const gone = once(client, 'exit').then(() => {
    throw new Error('the process that makes the calls has ended');
  });
  gone.catch(() => undefined);

  const ask = async (url: string, { turn: { path, ...turn }, count }: Kind, clients: number): Promise<Measured> => {
    const all: Turn = {
      ...turn,
      url: `${url}${path}`,
      headers: headers as Credentials,
      count: Math.ceil(count * calls),
      clients,
    };
    client.send(all);
    const [measured] = await Promise.race([once(client, 'message'), gone]);
    return measured as Measured;
  };

  const measureKind = async (kind: Kind, clients: number): Promise<void> => {
    const found: { ours: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bareRate = (await ask(bare.url, kind, clients)).rate;
      found.push({ bare: bareRate, ours: (await ask(ours.url, kind, clients)).rate });
    }
    const middle = quantile(
      found.map(({ ours: our, bare: rate }) => our / rate),
      0.5,
    );
    const rate = quantile(
      found.map(({ bare: each }) => each),
      0.5,
    );
    printRatio(`${kind.title}, ${clients} at a time`, middle * rate, rate, 'a second');
  };

  try {
    const lists = [reading('list: gallery', '/api/swaggers'), reading('list: operations', '/api/operations')];
    for (const kind of lists) for (const clients of [1, 16]) await measureKind(kind, clients);
    // In production, another process fills the read tables.
    await world.rest();
    for (const clients of [1, 16]) await measureKind(deployRequest(apiId, gatewayId), clients);
  } finally {
    client.kill();
    ours.close();
    bare.close();
    await pool.end();
  }
};
