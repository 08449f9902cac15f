import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#platform/log.ts';
import { sampleAppend } from '../contract/sample-events.ts';
import { beginning, type Position } from '../event-store.ts';
import { createAnchor } from './anchor.ts';
import { type LogClient, openClient } from './client.ts';
import { openWorld, prefix, type World } from './fixture/open-world.ts';
import { createPages, type Pages } from './pages.ts';
import { subscribe } from './subscribe.ts';

const size = 5;

let world: World;
let client: LogClient;
let reads: Position[];
let follows: Position[];
let failing: boolean;
let pages: Pages;
beforeEach(async () => {
  world = await openWorld();
  const real = openClient(world.server.url);
  [reads, follows, failing] = [[], [], false];
  client = {
    ...real,
    readAll: async (from, direction, count) => {
      if (failing) throw new Error('the server is away');
      if (count > 1) reads.push(from);
      return real.readAll(from, direction, count);
    },
    follow: (after, ...more) => {
      follows.push(after);
      return real.follow(after, ...more);
    },
  };
  pages = createPages(client, size);
});
afterEach(async () => {
  await client.close();
  await world.close();
});

/** Reads to the end of the log. Returns the streams in the order of their events, and the sizes of the batches. */
const follow = async (options: Readonly<{ after?: Position; batchSize?: number }> = {}) => {
  const stop = new AbortController();
  const [streams, sizes]: [string[], number[]] = [[], []];
  const parts = { client, pages, anchor: createAnchor(client), prefix, log: silentLog };
  for await (const batch of subscribe({ after: beginning, ...options, signal: stop.signal }, parts)) {
    if (batch.length === 0) break;
    streams.push(...batch.map(({ stream }) => stream));
    sizes.push(batch.length);
  }
  stop.abort();
  return { streams, sizes };
};

const write = async (...streams: string[]): Promise<Position[]> => {
  const positions: Position[] = [];
  for (const stream of streams) positions.push((await world.store.append(sampleAppend(stream, 0))).position);
  return positions;
};
const others = (count: number) =>
  world.server.log.append(
    'elsewhere.note-1',
    undefined,
    Array.from({ length: count }, () => ({
      id: randomUUID(),
      type: 'Other',
      contentType: 'application/octet-stream',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    })),
  );
const names = Array.from({ length: 14 }, (_, index) => `note-${index + 1}`);

test('reads by pages up to the end, each event once and in order, then follows from there', async () => {
  const positions = await write(...names);
  const { streams } = await follow();
  expect(streams).toEqual(names);
  // The server's own two events come first.
  expect(reads).toEqual([beginning, positions[2], positions[7], positions[12]]);
  expect(follows).toEqual([positions.at(-1)]);
});

test('a batch is no larger than was asked for', async () => {
  await write(...names);
  const { streams, sizes } = await follow({ batchSize: 2 });
  expect(streams).toEqual(names);
  expect(Math.max(...sizes)).toBe(2);
});

test('two subscriptions read each full page once, and the last page anew', async () => {
  const positions = await write(...names);
  const both = await Promise.all([follow(), follow()]);
  expect(both.map(({ streams }) => streams)).toEqual([names, names]);
  const full = reads.filter((after) => after !== positions[12]);
  expect(full).toHaveLength(new Set(full).size);
  await write('note-15');
  expect((await follow({ after: positions[12] as Position })).streams).toEqual(['note-14', 'note-15']);
});

test('a page that could not be read is read again', async () => {
  await write(...names);
  failing = true;
  await expect(pages.read(beginning)).rejects.toThrow('away');
  failing = false;
  expect((await follow()).streams).toEqual(names);
});

test('pages that were read before a connection broke are read again', async () => {
  await write(...names);
  await pages.read(beginning);
  pages.forget();
  await pages.read(beginning);
  expect(reads).toEqual([beginning, beginning]);
});

test('where most events belong to others, the server leaves them out', async () => {
  await write('note-1');
  others(size * 10);
  await write('note-2');
  expect((await follow()).streams).toEqual(['note-1', 'note-2']);
  expect(reads.length).toBeLessThan(5);
});
