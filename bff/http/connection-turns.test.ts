import { afterEach, expect, test, vi } from 'vitest';
import { createTurns, sharesOf, type Taker } from './connection-turns.ts';

/** Who still waits when a test ends goes away. */
let leaving = new AbortController();
afterEach(() => {
  leaving.abort();
  leaving = new AbortController();
});
const taker = (person: string | undefined, address: string, gone = leaving.signal): Taker => ({
  person,
  address,
  gone,
});

/** Takes turns and says in which order they came. `end` ends the oldest one of a name. */
const record = (shares: Parameters<typeof createTurns>[0]) => {
  const turns = createTurns(shares);
  const begun: string[] = [];
  const ends = new Map<string, (() => void)[]>();
  return {
    begun,
    want: (name: string, by: Taker, times = 1) =>
      Promise.all(
        Array.from({ length: times }, async () => {
          const end = await turns.take(by, 60_000).catch(() => undefined);
          if (!end) return;
          begun.push(name);
          ends.set(name, [...(ends.get(name) ?? []), end]);
        }),
      ),
    end: async (name: string) => {
      ends.get(name)?.shift()?.();
      // Those who wait hear of it after this.
      await Promise.resolve();
      await Promise.resolve();
    },
  };
};

test('a quarter of the connections stays free for others, whatever one address does (K5)', async () => {
  const { begun, want } = record(sharesOf(16));
  for (let person = 0; person < 10; person += 1) void want('attack', taker(`person ${person}`, 'one'), 50);
  void want('attack', taker(undefined, 'one'), 50);
  await vi.waitFor(() => expect(begun.length).toBe(12), 20_000);
  await want('other', taker('other', 'two'), 4);
  expect(begun.filter((name) => name === 'attack')).toHaveLength(12);
});

test('one person has a quarter of the connections, and the other people of that address the rest of its share', async () => {
  const { begun, want } = record(sharesOf(16));
  void want('greedy', taker('greedy', 'office'), 100);
  await vi.waitFor(() => expect(begun).toEqual(Array.from({ length: 4 }, () => 'greedy')), 20_000);
  await want('colleague', taker('colleague', 'office'), 4);
  await want('third', taker('third', 'office'), 4);
  void want('fourth', taker('fourth', 'office'), 1);
  await Promise.resolve();
  expect(begun).not.toContain('fourth');
});

test('a waiting caller gets one of the next two turns, however long the queue of another is', async () => {
  const { begun, want, end } = record({ all: 2, person: 2, address: 2 });
  void want('greedy', taker('greedy', 'one'), 1_000);
  await vi.waitFor(() => expect(begun).toHaveLength(2), 20_000);
  void want('modest', taker('modest', 'one'), 2);
  await end('greedy');
  await end('greedy');
  expect(begun.slice(2)).toContain('modest');
});

test('a person who used up their share delays nobody in the queue behind them', async () => {
  const { begun, want } = record({ all: 4, person: 1, address: 4 });
  void want('slow', taker('slow', 'one'), 10);
  await want('next', taker('next', 'one'));
  expect(begun).toEqual(['slow', 'next']);
});

test('a client that closes its connection loses its place in the queue', async () => {
  const turns = createTurns({ all: 1, person: 1, address: 1 });
  const end = await turns.take(taker('first', 'one'), 5_000);
  const closing = new AbortController();
  const left = turns.take(taker('second', 'one', closing.signal), 5_000).catch((error: Error) => error.message);
  const third = turns.take(taker('third', 'one'), 5_000);
  closing.abort();
  expect(await left).toMatch(/the client is gone/);
  end();
  await expect(third).resolves.toBeTypeOf('function');
});

test('nobody waits longer than the time limit', async () => {
  const turns = createTurns({ all: 1, person: 1, address: 1 });
  await turns.take(taker('first', 'one'), 5_000);
  await expect(turns.take(taker('second', 'one'), 10)).rejects.toThrow('timeout exceeded');
});
