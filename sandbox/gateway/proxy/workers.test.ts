import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore, type Store } from '../entity/store.ts';
import { type InForce, inForce } from '../kernel/in-force.ts';
import type { Row } from '../kernel/json.ts';
import { createWorkers, type Workers } from './workers.ts';

let store: Store;
let workers: Workers;

/** Timers that check once a second: those of the first worker at 0.1 and 0.6 s, of the second at 0.4 and 0.9 s. */
const eventual: Partial<InForce> = {
  consistency: 'eventual',
  frequency: 1,
  workers: 2,
  phases: [
    { router: 0.1, plugins: 0.6 },
    { router: 0.4, plugins: 0.9 },
  ],
  burst: { writes: 100, later: 0.3 },
};
const start = (changes: Partial<InForce> = {}) => {
  workers?.close();
  workers = createWorkers(store, inForce({ ...eventual, ...changes }), 'a');
};

const put = (kind: string, row: Row) => store.put(kind, { enabled: true, ...row });
const putRoute = (id: string, path: string) => put('routes', { id, paths: [path], service: { id: 's' } });
const wanted = (path: string) => ({ method: 'GET', host: 'h', path, headers: {}, sni: '' });
const scope = { route: {}, service: undefined, consumer: undefined, scheme: 'http' };

/** Returns for each worker the host of the service for the path, undefined without a route. */
const routed = (path: string) => workers.all.map(({ router }) => router.current()(wanted(path))?.service?.host);
const planned = () => workers.all.map(({ plugins }) => plugins.current()('acl', scope)?.plugin.id);

beforeEach(() => {
  vi.useFakeTimers();
  store = createStore();
  put('services', { id: 's', host: 'one' });
  start();
});
afterEach(() => {
  workers.close();
  vi.useRealTimers();
});

test('routes with services and plugins come into force on timers of their own at each worker', () => {
  put('plugins', { id: 'p', name: 'acl', protocols: ['http'], config: {} });
  putRoute('r', '/a');
  expect([routed('/a'), planned()]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  vi.advanceTimersByTime(100);
  expect([routed('/a'), planned()]).toEqual([
    ['one', undefined],
    [undefined, undefined],
  ]);
  vi.advanceTimersByTime(300);
  expect([routed('/a'), planned()]).toEqual([
    ['one', 'one'],
    [undefined, undefined],
  ]);
  vi.advanceTimersByTime(200);
  expect(planned()).toEqual(['p', undefined]);
  vi.advanceTimersByTime(300);
  expect(planned()).toEqual(['p', 'p']);
});

test('a copy contains the whole state at one moment, and later changes are in the next copy', () => {
  putRoute('r', '/a');
  vi.advanceTimersByTime(400);
  put('services', { id: 's', host: 'two' });
  putRoute('q', '/b');
  expect([routed('/a'), routed('/b')]).toEqual([
    ['one', 'one'],
    [undefined, undefined],
  ]);
  vi.advanceTimersByTime(1000);
  expect([routed('/a'), routed('/b')]).toEqual([
    ['two', 'two'],
    ['two', 'two'],
  ]);
  store.remove('routes', 'r');
  expect(routed('/a')).toEqual(['two', 'two']);
  vi.advanceTimersByTime(1000);
  expect(routed('/a')).toEqual([undefined, undefined]);
});

test('a copy is not renewed without a change', () => {
  const before = workers.all.map(({ router }) => router.current());
  put('plugins', { id: 'p', name: 'acl' });
  vi.advanceTimersByTime(3000);
  expect(workers.all.map(({ router }) => router.current())).toEqual(before);
});

test('the frequency is not an upper bound: after many writes it takes longer', () => {
  vi.advanceTimersByTime(450);
  for (let i = 0; i < 100; i += 1) put('consumers', { id: `c${i}` });
  putRoute('r', '/a');
  vi.advanceTimersByTime(650 + 299);
  expect(routed('/a')).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(1);
  expect(routed('/a')).toEqual(['one', undefined]);
  vi.advanceTimersByTime(300);
  expect(routed('/a')).toEqual(['one', 'one']);
});

test('a router that missed a change gets it with the next write of any object', () => {
  workers.all[0]?.router.missNext();
  putRoute('r', '/a');
  vi.advanceTimersByTime(60_000);
  expect(routed('/a')).toEqual([undefined, 'one']);
  putRoute('r', '/a');
  vi.advanceTimersByTime(1000);
  expect(routed('/a')).toEqual(['one', 'one']);
});

test('a router that is stuck misses every second change', () => {
  start({ stuck: true });
  const seen = ['/a', '/b', '/c', '/d'].map((path) => {
    putRoute(path, path);
    vi.advanceTimersByTime(5000);
    return routed(path);
  });
  expect(seen).toEqual([
    ['one', 'one'],
    [undefined, 'one'],
    ['one', 'one'],
    [undefined, 'one'],
  ]);
});

test('strict: changes are in force with the next request', () => {
  start({ consistency: 'strict' });
  putRoute('r', '/a');
  expect(routed('/a')).toEqual(['one', 'one']);
});

test('a connection stays with its worker, and new connections reach all workers', () => {
  const connections = Array.from({ length: 30 }, () => new Socket());
  const first = connections.map((each) => workers.of(each));
  expect(new Set(first)).toEqual(new Set(workers.all));
  expect(connections.map((each) => workers.of(each))).toEqual(first);
});

test('the same seed gives the same phases, another seed gives others', () => {
  const { phases: _phases, ...unset } = eventual;
  const takenAt = (seed: number) => {
    workers.close();
    store.remove('routes', 'r');
    workers = createWorkers(store, inForce({ ...unset, seed }), 'a');
    putRoute('r', '/a');
    const times: number[] = [];
    for (let at = 0; at <= 1000; at += 10) {
      times[routed('/a').filter(Boolean).length] ??= at;
      vi.advanceTimersByTime(10);
    }
    return times;
  };
  expect(takenAt(7)).toEqual(takenAt(7));
  expect(takenAt(7)).not.toEqual(takenAt(8));
});

test('settings out of range are refused', () => {
  expect(() => inForce({ frequency: 0 })).toThrow('frequency');
  expect(() => inForce({ workers: 0.5 })).toThrow('worker');
});

test('another node keeps what it looked up, and its old routes, until it has asked the database', () => {
  start({
    nodes: 2,
    workers: 1,
    dbFrequency: 10,
    phases: [
      { router: 0.1, plugins: 0.6 },
      { router: 0.1, plugins: 0.6 },
    ],
  });
  const find = (key: string) =>
    workers.all.map(({ store: known }) => known.find('keyauth_credentials', ['key'], { key })?.id);
  put('keyauth_credentials', { id: 'k', key: 'old' });
  expect(find('old')).toEqual(['k', 'k']);
  expect(find('new')).toEqual([undefined, undefined]);
  store.remove('keyauth_credentials', 'k');
  put('keyauth_credentials', { id: 'n', key: 'new' });
  putRoute('r', '/a');
  vi.advanceTimersByTime(200);
  expect([find('old'), find('new'), routed('/a')]).toEqual([
    [undefined, 'k'],
    ['n', undefined],
    ['one', undefined],
  ]);
  // What nobody has asked for is not kept.
  put('keyauth_credentials', { id: 'f', key: 'fresh' });
  expect(find('fresh')).toEqual(['f', 'f']);
  vi.advanceTimersByTime(11_000);
  expect([find('old'), find('new'), routed('/a')]).toEqual([
    [undefined, undefined],
    ['n', 'n'],
    ['one', 'one'],
  ]);
});
