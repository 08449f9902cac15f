import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
/** Collects the statements of one call of the portal. */
const calls = new AsyncLocalStorage<string[]>();

beforeAll(async () => {
  world = await startBffWorld();
  await world.allShown();
  const watched = new WeakSet<PoolClient>();
  world.pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    Object.assign(client, {
      query: (...parameters: unknown[]) => {
        const [statement] = parameters as [string | { text: string; name?: string }];
        calls.getStore()?.push(typeof statement === 'string' ? statement : (statement.name ?? statement.text));
        return query(...parameters);
      },
    });
  });
});
afterAll(async () => {
  await world.close();
});

const sentBy = async (path: string): Promise<string[]> => {
  const sent: string[] = [];
  const { status } = await calls.run(sent, () => world.ask(world.acme.members.portal, 'GET', path));
  expect(status, path).toBe(200);
  return sent;
};

/** Matches the name of a prepared statement. */
const prepared = /^[0-9a-f]{40}$/;

test.each([
  '/api/swaggers',
  '/api/swaggers?my=true&env=DEV&state=deployed&page=1',
  '/api/request-access/all?search=a',
  '/api/all-api-access',
  '/api/all-deployments?search=orders&env=DEV',
  '/api/all-consumers',
  '/api/issues',
  '/api/my-requests',
  '/api/notices',
  '/api/notices/unread',
  '/api/resources',
])('%s sends one prepared statement after that of the session', async (path) => {
  // The first call of a session may store its activity.
  await sentBy(path);
  expect(await sentBy(path)).toEqual(['find_session', expect.stringMatching(prepared)]);
});

test('the operations are read at the same time as the unfinished removals', async () => {
  await sentBy('/api/operations');
  expect(await sentBy('/api/operations')).toEqual([
    'find_session',
    expect.stringMatching(prepared),
    expect.stringMatching(prepared),
  ]);
});

test('a search of the gallery is one statement, too, but planned for its words, and one for the operations of its page', async () => {
  const path = '/api/swaggers?name=orders&env=DEV&my=true';
  await sentBy(path);
  expect(await sentBy(path)).toEqual([
    'find_session',
    expect.stringContaining('"search_text" like $'),
    expect.stringContaining('from operation_texts'),
  ]);
});
