import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authorizationTable, isForAnyone } from '#domain/core/authorization.ts';
import { prepareCalls, routeExamples, statusForPortal } from '#test/examples/all-route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { nameless, readSpecifiedCalls } from './fixtures/specified-calls.ts';
import type { Route } from './http/route.ts';
import { routes } from './routes.ts';

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
beforeAll(async () => {
  world = await startBffWorld();
  callOf = await prepareCalls(world);
});
afterAll(() => world.close());

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method.toUpperCase()} ${path}`;
const names = routes.map(nameOf);

/** Calls of people who are not signed in. */
const open = routes.filter(({ action }) => isForAnyone(action)).map(nameOf);
const own = routeExamples.flatMap((examples) => examples.own ?? []);

/** Returns the path of a call with ids of Acme's things. */
const targetOf = async (name: string) => (await callOf(name)).target;

describe('the routes (B1)', () => {
  it('are all mounted, and no others are', () => {
    const mounted = new Set(
      world.app.routes
        .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
        .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    );
    mounted.delete('GET /api/openapi.json');
    expect([...mounted].sort()).toEqual([...names].sort());
    expect(new Set(names).size).toBe(names.length);
  });

  it('are the promised calls, equal except for the names of parameters', async () => {
    const specified = new Set((await readSpecifiedCalls()).map(({ name }) => nameless(name)));
    expect(names.filter((name) => !specified.has(nameless(name)) && !own.includes(name))).toEqual([]);
  });

  it('each have a row in the authorization table', () => {
    expect(routes.filter(({ action }) => !Object.hasOwn(authorizationTable, action))).toEqual([]);
  });

  it('ask for no credentials only where strangers are expected', () => {
    expect(open).toEqual(['POST /api/access-requests', 'POST /api/confirm-access-request']);
  });

  it.each([...names.filter((name) => !open.includes(name)), 'GET /api/openapi.json'])(
    '%s asks for credentials before anything else',
    async (name) => {
      const [method = ''] = name.split(' ');
      let touched = false;
      const body = new ReadableStream(
        {
          pull: (controller) => {
            touched = true;
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const response = await world.app.request(`https://portal.example${await targetOf(name)}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' ? { body, duplex: 'half' } : {}),
      } as RequestInit);
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status: 401, code: 'session.required', errors: [] });
      expect(touched).toBe(false);
    },
  );

  it('refuse a name in the query that they do not have: a misspelt filter would answer everything', async () => {
    for (const name of names.filter((one) => !open.includes(one))) {
      const [method = ''] = name.split(' ');
      const target = await targetOf(name);
      const asked = await world.ask(
        world.acme.members.portal,
        method,
        `${target}${target.includes('?') ? '&' : '?'}surprise=1`,
      );
      expect({ name, status: asked.status, errors: asked.body.errors }).toEqual({
        name,
        status: 400,
        errors: [expect.objectContaining({ field: 'surprise', code: 'field.unknown' })],
      });
    }
  });

  it.each(['/api', '/api/', '/api/nothing', '/api/user/7/more', '/api/openapi.yaml'])(
    'return 404 for %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const response = await world.ask(world.acme.members.portal, method, path);
        expect(response.status, method).toBe(404);
        expect(response.headers.get('content-type')).toBe('application/problem+json');
      }
    },
  );

  it('return a problem for a path outside /api that is neither a file nor a screen', async () => {
    const response = await world.ask(null, 'POST', '/wall', { json: {} });
    expect(response).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });
});

/** Lists that can be saved as CSV. Answers as of a date are archives (`bff/as-of/export.test.ts`). */
const saved = names
  .filter((name) => name.endsWith('/download') && name !== 'GET /api/as-of/download')
  .map((name) => name.replace('/download', ''));

describe('the file of a list', () => {
  // There are more lists than files that one person may have in five minutes.
  afterEach(() => world.pool.query(`delete from call_counts where key like 'export:%'`));

  it.each(saved.filter((name) => names.includes(name)))('%s has the rows of all pages', async (name) => {
    // What portal administrators may not read, those of gateways may.
    const { portal, gateway } = world.acme.members;
    const reader = statusForPortal(name).includes('403') ? gateway : portal;
    const [path, filters = ''] = (await targetOf(name)).split('?') as [string, string?];
    const list = await world.ask(reader, 'GET', `${path}?${filters}`);
    const file = await world.ask(reader, 'GET', `${path}/download?${filters}&page=1`);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.csv"$/);
    const lines = String(file.body.text).split('\r\n');
    // The headings, and nothing after the last line's end.
    expect(lines.length - 2).toBe(list.body.total);
  });
});

describe('path tricks (B3)', () => {
  const tricksOf = (path: string): string[] => [
    `${path}/`,
    `${path}//`,
    `/${path}`,
    path.replace('/api/', '/api//'),
    path.replace('/api/', '/API/'),
    path.replace('/api/', '/api%2F'),
    path.replace('/api/', '/%61pi/'),
    path.replace('/api/', '/x/..%2fapi/'),
    path.replace('/api/', '/api/./'),
    path.replace('/api/', '/api/%2e/'),
    path.replace('/api/', '/api;x=1/'),
    path.replace('/api/', '/auth/../api/'),
    path.replace('/api/', '\\api\\'),
    `${path};x=1`,
    `${path}.json`,
    `${path}%00`,
    `${path}%20`,
    `${path}?_method=GET`,
    `${path}#x`,
    path.toUpperCase(),
  ];
  /** Returns whether a response contains data of the portal. The page of the web app does not. */
  const gives = ({ status, headers }: { status: number; headers: Headers }) =>
    status < 400 && !headers.get('content-type')?.startsWith('text/html');

  it.each([
    ['GET', '/api/operations'],
    ['GET', '/api/operations/{id}'],
    ['GET', '/api/swaggers/deployment/{id}'],
    ['DELETE', '/api/swaggers/deployment/{id}'],
    ['DELETE', '/api/consumer/{id}'],
    ['POST', '/api/operations/{id}/replay'],
  ])('return no more than %s %s', async (method, path) => {
    const before = await world.countEvents();
    const target = await targetOf(`${method} ${path}`);
    const options = method === 'POST' ? { json: { reason: 'because' } } : {};
    if (method === 'GET') expect(gives(await world.ask(world.acme.members.portal, method, target))).toBe(true);
    for (const who of [null, world.partner.members.user, world.partner.members.owningAdmin]) {
      for (const trick of [target, ...tricksOf(target)]) {
        expect(gives(await world.ask(who, method, trick, options)), `${trick} by ${who?.subject}`).toBe(false);
        const head = await world.ask(who, 'HEAD', trick);
        expect(head.body, trick).toEqual({ text: '' });
      }
    }
    expect(await world.countEvents()).toBe(before);
  });

  it('a header or parameter does not change the method', async () => {
    const before = await world.countEvents();
    const path = `/api/swaggers/deployment/${world.acme.deployed.deploymentId}`;
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
      for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override'])
        await world.ask(world.acme.members.portal, method, `${path}?_method=DELETE`, {
          headers: { [header]: 'DELETE' },
        });
    expect(await world.countEvents()).toBe(before);
    expect((await world.ask(world.acme.members.portal, 'GET', path)).body).toMatchObject({ state: 'deployed' });
  });
});

describe('requests from other sites (A9)', () => {
  const bodies: Record<string, { body?: string; headers: Record<string, string> }> = {
    json: { body: '{}', headers: { 'content-type': 'application/json' } },
    text: { body: '{}', headers: { 'content-type': 'text/plain' } },
    form: { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    multipart: { body: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    'odd case': { body: '{}', headers: { 'content-type': 'Application/JSON' } },
    none: { headers: {} },
  };
  const origins: Record<string, Record<string, string>> = {
    'cross-site': { 'sec-fetch-site': 'cross-site', 'x-portico': '1' },
    'same-site': { 'sec-fetch-site': 'same-site', 'x-portico': '1' },
    'none by the browser': { 'sec-fetch-site': 'none', 'x-portico': '1' },
    'another origin': { 'sec-fetch-site': '', origin: 'https://evil.example', 'x-portico': '1' },
    'without our header': { 'sec-fetch-site': 'same-origin', 'x-portico': '' },
  };

  it.each(names.filter((name) => !name.startsWith('GET')))('change nothing by %s', async (name) => {
    const [method = ''] = name.split(' ');
    const target = await targetOf(name);
    const before = await world.countEvents();
    for (const [what, { body, headers }] of Object.entries(bodies))
      for (const [where, origin] of Object.entries(origins)) {
        const response = await world.ask(world.acme.members.portal, method, target, {
          headers: { ...headers, ...origin },
          ...(body === undefined ? {} : { body }),
        });
        expect(response, `${what}, ${where}`).toMatchObject({ status: 403, body: { code: 'request.cross-site' } });
      }
    expect(await world.countEvents()).toBe(before);
  });
});
