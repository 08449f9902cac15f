import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { sampleAppend } from '../contract/sample-events.ts';
import { beginning, type Mark, type Position, type SubscribeOptions } from '../event-store.ts';
import { runSubscription } from '../subscription/run-subscription.ts';
import { createAnchor } from './anchor.ts';
import { type LogClient, openClient } from './client.ts';
import { openWorld, prefix, type World } from './fixture/open-world.ts';
import { createPages } from './pages.ts';
import { subscribe } from './subscribe.ts';

let world: World;
let client: LogClient;
beforeEach(async () => {
  world = await openWorld();
  client = openClient(world.server.url);
});
afterEach(async () => {
  await client.close();
  await world.close();
});

/** Writes 400 events of another installation: more than the server reads between two checkpoints. */
const others = () =>
  world.server.log.append(
    'elsewhere.note-1',
    undefined,
    Array.from({ length: 400 }, () => ({
      id: randomUUID(),
      type: 'Other',
      contentType: 'application/octet-stream',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    })),
  );

/** Reads to the end of the log. Returns where the server was asked to begin, the streams that came, and the last mark. */
const follow = async (options: Omit<SubscribeOptions, 'signal'>) => {
  const begins: string[] = [];
  const streams: string[] = [];
  const marks: { mark: Mark; handled: number }[] = [];
  const { read, forget } = createPages(client);
  const pages = {
    read: (after: Position) => {
      begins.push(after);
      return read(after);
    },
    forget,
  };
  const stop = new AbortController();
  const onReached = async (mark: Mark) => void marks.push({ mark, handled: streams.length });
  const parts = { client, pages, anchor: createAnchor(client), prefix, log: silentLog };
  for await (const batch of subscribe({ ...options, onReached, signal: stop.signal }, parts)) {
    if (batch.length === 0) break;
    streams.push(...batch.map(({ stream }) => stream));
  }
  stop.abort();
  return { begins, streams, marks };
};

test('tells how far it was read, and begins there again', async () => {
  const { position } = await world.store.append(sampleAppend('note-1', 0));
  others();
  const first = await follow({ after: beginning });
  expect(first).toMatchObject({ begins: [beginning], streams: ['note-1'] });
  const [found] = first.marks;
  expect(found?.handled).toBe(1);
  expect(String(found?.mark.position) > position).toBe(true);
  await world.store.append(sampleAppend('note-2', 0));
  const again = await follow({ after: position, reached: found?.mark });
  expect(again).toMatchObject({ begins: [found?.mark.position], streams: ['note-2'] });
});

test('begins at the checkpoint where another event is at that place, or none', async () => {
  const { position } = await world.store.append(sampleAppend('note-1', 0));
  const end = world.server.log.end();
  others();
  const { marks } = await follow({ after: beginning });
  const reached = marks[0]?.mark;
  // A copy of the log was restored that ends before the events of others.
  world.server.log.cutAt(end);
  expect(await follow({ after: position, reached })).toMatchObject({ begins: [position], streams: [] });
  await world.store.append(sampleAppend('note-2', 0));
  expect(await follow({ after: position, reached })).toMatchObject({ begins: [position], streams: ['note-2'] });
});

test('a subscription keeps it over a restart, and misses nothing', async () => {
  const counted: string[] = [];
  const run = () => {
    const stop = new AbortController();
    const done = runSubscription({
      store: world.store,
      pool: world.database.pool,
      name: 'reader',
      signal: stop.signal,
      handler: { deliver: async (events) => void counted.push(...events.map(({ stream }) => stream)) },
    });
    return async () => {
      stop.abort();
      await done;
    };
  };
  const { position } = await world.store.append(sampleAppend('note-1', 0));
  others();
  const stop = run();
  const stored = async () => {
    const { rows } = await world.operator.query(`select position, reached, reached_id from subscriptions`);
    return rows[0];
  };
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ position, reached: expect.any(String) }), 10_000);
  expect((await stored()).reached > position).toBe(true);
  await stop();
  await world.store.append(sampleAppend('note-2', 0));
  const stopAgain = run();
  await vi.waitFor(() => expect(counted).toEqual(['note-1', 'note-2']), 10_000);
  await stopAgain();
});
