import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Member, specText } from '#test/world/bff-seed.ts';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';
import { largeBodies, smallBody } from '../input/body-limits.ts';

let world: BffWorld;
let user: Member;
let owner: Member;
beforeAll(async () => {
  world = await startBffWorld();
  user = world.partner.members.user;
  owner = world.acme.members.owner;
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());

/** A map of two million keys, in 25 MB. */
const manyKeys = `{${Array.from({ length: 2_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`;

/** Watches JSON.parse on the event loop. Returns the length of the longest parsed text. */
const longestParsed = () => {
  const parse = vi.spyOn(JSON, 'parse');
  return () => Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length));
};

/** Returns a body that is produced when it is read. `read` resolves when reading has begun, `end` ends the body. */
const slowBody = () => {
  const read = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let isRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        isRead = true;
        read.resolve();
        await end.promise;
        controller.enqueue(new TextEncoder().encode('{"specText":"openapi: 3.1.0"}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, read: read.promise, end: end.resolve, isRead: () => isRead };
};

const send = async (
  who: Member,
  method: string,
  path: string,
  body: ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
) =>
  await world.app.request(`${publicUrl}${path}`, {
    method,
    headers: { ...world.credentials(who), 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  } as RequestInit);

const form = { 'content-type': 'multipart/form-data; boundary=x' };
it.each([
  ['PUT', '/api/swaggers', {}],
  ['POST', '/api/swagger/import', form],
  ['POST', '/api/swagger/deploy', {}],
  ['POST', '/api/operations/4f7a2d8e-0a54-4b55-8a5e-0d5f1c1f4d11/replay', {}],
])('%s %s without the right is refused before a byte of the body is read', async (method, path, headers) => {
  const { body, isRead } = slowBody();
  expect((await send(user, method, path, body, headers)).status).toBe(403);
  expect(isRead()).toBe(false);
});

it.each([
  ['PUT', '/api/swaggers'],
  ['POST', '/api/lint'],
])('%s %s without credentials is refused before a byte of the body is read', async (method, path) => {
  const { body, isRead } = slowBody();
  const response = await world.app.request(`${publicUrl}${path}`, { method, body, duplex: 'half' } as RequestInit);
  expect(response.status).toBe(401);
  expect(isRead()).toBe(false);
});

it.each([
  ['POST', '/api/lint'],
  ['PUT', '/api/swaggers'],
])(
  '%s %s with two million keys is refused without parsing them',
  async (method, path) => {
    const longest = longestParsed();
    const { status, body } = await world.ask(owner, method, path, { json: manyKeys });
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'body.too-large' });
    expect(longest()).toBeLessThan(smallBody);
  },
  30_000,
);

it('a large text is checked and saved, and only a child process parses it', async () => {
  const text = JSON.stringify({ ...JSON.parse(specText('Large')), 'x-remark': 'a "remark"\n'.repeat(50_000) }, null, 2);
  const json = JSON.stringify({ specText: text, appId: world.acme.applicationId });
  expect(json.length).toBeGreaterThan(2 * smallBody);
  const longest = longestParsed();
  expect((await world.ask(owner, 'POST', '/api/lint', { json: JSON.stringify({ specText: text }) })).status).toBe(200);
  const saved = await world.ask(owner, 'PUT', '/api/swaggers', { json });
  expect(saved.status).toBe(200);
  expect(longest()).toBeLessThan(smallBody);
  await world.shown(saved.body.position);
  const stored = await world.ask(owner, 'GET', `/api/swagger/${saved.body.apiId}?type=json`);
  expect(stored.body).toEqual(JSON.parse(text));
}, 30_000);

it('reports the same problems for a large body as for a small one', async () => {
  const refused = async (json: unknown) => {
    const { status, body } = await world.ask(owner, 'PUT', '/api/swaggers', { json });
    return [status, body.code, (body.errors as { field: string }[])[0]?.field];
  };
  const bodies: readonly ((text: string) => unknown)[] = [
    (text) => `{"specText":"${text}`,
    (text) => ({ specText: `${text}\0`, appId: 1 }),
    (text) => ({ specText: text, appId: 'one' }),
    (text) => ({ specText: text, more: 1 }),
    (text) => ({ specText: `{${text}`, appId: world.acme.applicationId }),
  ];
  for (const make of bodies) {
    const small = await refused(make('x'));
    expect(small[0]).toBe(400);
    expect(await refused(make('x'.repeat(2 * smallBody)))).toEqual(small);
  }
  expect(await refused({ specText: ['x'.repeat(2 * smallBody)] })).toEqual([413, 'body.too-large', undefined]);
}, 30_000);

it('a small body with too many values is refused too', async () => {
  for (const json of [`[${'1,'.repeat(20_000)}1]`, `${'['.repeat(1_000)}${']'.repeat(1_000)}`])
    expect(await world.ask(owner, 'PUT', '/api/user/settings', { json })).toMatchObject({ status: 413 });
});

it('a person may send two large bodies at once, and other people are counted separately', async () => {
  const first = [slowBody(), slowBody()];
  const large = { 'content-length': '1000000' };
  const responses = first.map(({ body }) => send(user, 'POST', '/api/lint', body, large));
  await Promise.all(first.map(({ read }) => read));

  const third = slowBody();
  const refused = await send(user, 'POST', '/api/lint', third.body, large);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({
    code: 'upload.too-many',
    detail: '2 of your large files are still being read. Wait until one is done.',
  });
  expect(third.isRead()).toBe(false);
  const sized = (bytes: number) => world.ask(user, 'POST', '/api/lint', { json: { specText: 'x'.repeat(bytes) } });
  expect((await sized(100)).status).toBe(200);
  expect((await sized(smallBody)).status).toBe(429);

  const other = slowBody();
  const others = send(world.partner.members.admin, 'POST', '/api/lint', other.body, large);
  await other.read;
  for (const { end } of [...first, other]) end();
  for (const response of await Promise.all([...responses, others])) expect(response.status).toBe(200);
  // Their places are free again.
  const again = slowBody();
  again.end();
  expect((await send(user, 'POST', '/api/lint', again.body)).status).toBe(200);
});

it('bodies that are announced but not sent take no room of the organization', async () => {
  const { owner: first, admin: second, user: third } = world.acme.members;
  // If they came, they would be more than the room of an organization.
  const announced = { 'content-length': String(32 * 1024 * 1024) };
  const bodies = [first, first, second, second].map((who) => ({ who, ...slowBody() }));
  const responses = bodies.map(({ who, body }) => send(who, 'POST', '/api/lint', body, announced));
  await Promise.all(bodies.map(({ read }) => read));
  const json = { specText: specText('Not announced').padEnd(2 * smallBody, ' ') };
  expect((await world.ask(third, 'POST', '/api/lint', { json })).status).toBe(200);
  for (const { end } of bodies) end();
  for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
}, 30_000);

it('a large body that arrives too slowly is aborted, and its place is free', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const slow = [slowBody(), slowBody()];
  const responses = slow.map(({ body }) => send(user, 'POST', '/api/lint', body, { 'content-length': '1000000' }));
  await Promise.all(slow.map(({ read }) => read));
  vi.advanceTimersByTime(largeBodies.slowest.milliseconds);
  vi.useRealTimers();
  for (const response of await Promise.all(responses)) {
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'body.too-slow' });
  }
  const json = { specText: 'x'.repeat(2 * smallBody) };
  expect((await world.ask(user, 'POST', '/api/lint', { json })).status).toBe(200);
}, 30_000);
