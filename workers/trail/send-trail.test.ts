import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventCatalogue, type PorticoEvent } from '#domain/event-catalogue.ts';
import { readCheckpointFile } from '#eventstore/merkle/checkpoint-lines.ts';
import type { CheckpointPlace } from '#eventstore/merkle/tree-source.ts';
import { type OpenedEventStore, openEventStore } from '#eventstore/open-event-store.ts';
import { readTrailStates } from '#eventstore/trail-sinks.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { isTrueOf, ruleOf } from '#test/operations/alerts.ts';
import { startWorldDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { bareEnvironment } from '#test/processes/bare-environment.ts';
import { insertRows } from '#test/world/insert-rows.ts';
import { addTrailMetrics } from './metrics.ts';
import type { TrailEntry } from './record.ts';
import { sampleEvent } from './sample-entries.ts';
import { runTrail } from './send-trail.ts';
import type { TrailSink } from './sink.ts';

const key = randomBytes(32);
let database: TestDatabase;
let opened: OpenedEventStore<PorticoEvent>;
let folder: string;

beforeAll(async () => {
  database = await startWorldDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'portico-'));
  opened = openEventStore({ pool: database.pool, key, definitions: eventCatalogue });
  await insertRows(database.pool, 'users', [
    { id: 12, firstname: 'Ada', lastname: 'Example', email: 'a@acme.example' },
  ]);
});
afterAll(async () => {
  await opened.store.close();
  await database.close();
  await rm(folder, { recursive: true });
});

let areas = 0;
/** Appends events of one business area, all by person 12. */
const append = async (events: number): Promise<void> => {
  areas += 1;
  const { meta } = sampleEvent('');
  await opened.store.append({
    stream: `business-area-${areas}`,
    expectedVersion: 0,
    events: Array.from({ length: events }, (_, index) => ({
      id: randomId(),
      type: 'BusinessAreaAdded' as const,
      data: { businessAreaId: areas, name: `Area ${index + 1}`, description: '' },
    })),
    meta: { ...meta, commandId: randomId() },
  });
};
const inLog = async (): Promise<readonly string[]> =>
  (await opened.store.newestEntries(10_000)).map(({ stream, version }) => `${stream} ${version}`);

/** A place in memory that can be away. */
const place = () => {
  const got: TrailEntry[] = [];
  let isAway = false;
  const sink: TrailSink = {
    name: 'trail-address',
    send: async (entries) => {
      if (isAway) throw new Error('it responded with 503');
      got.push(...entries);
    },
  };
  const events = () =>
    got
      .filter(({ type }) => type !== 'checkpoint')
      .map(({ parameters: { stream, version } }) => `${stream} ${version}`);
  return { got, sink, events, away: (is: boolean) => (isAway = is) };
};

/** Runs the trail of as many workers, until `stop`. */
const start = (sink: TrailSink, workers = 1) => {
  const ending = new AbortController();
  const services = { store: opened.store, pool: database.pool, log: silentLog };
  const running = Array.from({ length: workers }, () =>
    runTrail(
      services,
      { sinks: [sink], verifier: opened.verifier, place: opened.checkpoints.source.place },
      ending.signal,
    ),
  );
  return async () => {
    ending.abort();
    await Promise.all(running);
  };
};

const state = async () =>
  (await readTrailStates(database.pool, 'log_checkpoints')).find(({ sink }) => sink === 'trail-address');
const soon = { timeout: 20_000, interval: 50 };

test('F6: two workers send each event once, in order, with the checkpoint after what it covers, also after an outage', async () => {
  const { got, sink, events, away } = place();
  await append(450);
  away(true);
  let stop = start(sink, 2);
  await vi.waitFor(
    async () =>
      expect(await state()).toMatchObject({
        waiting: 450,
        failingSince: expect.any(Date),
        fault: 'it responded with 503',
      }),
    soon,
  );
  const page = async (sinks: readonly string[], place: CheckpointPlace) => {
    const registry = new Registry();
    addTrailMetrics({ pool: database.pool, metrics: { registry } } as never, sinks, place);
    return await registry.metrics();
  };
  expect(await page(['trail-address'], 'log_checkpoints')).toContain(
    'portico_trail_events_waiting{sink="trail-address"} 450',
  );
  // The alert comes where nobody can count, too, and not of a place whose setting was taken away.
  await database.pool.query(`update trail_sinks set failing_since = failing_since - interval '10 minutes'`);
  const rule = await ruleOf('PorticoTrailStops');
  expect(isTrueOf(rule, await page(['trail-address'], 'server_checkpoints'))).toBe(true);
  expect(isTrueOf(rule, await page(['trail-file'], 'log_checkpoints'))).toBe(false);
  away(false);
  await vi.waitFor(() => expect(events()).toHaveLength(450), soon);
  await stop();
  stop = start(sink, 2);
  await append(1);
  await vi.waitFor(() => expect(events()).toHaveLength(451), soon);
  await vi.waitFor(async () => {
    await opened.store.seal();
    await opened.checkpoints.make();
    expect(got.at(-1)?.said).toMatchObject({ seal: expect.any(Number), note: expect.stringContaining('\n451\n') });
  }, soon);
  await stop();
  expect(events()).toEqual(await inLog());
  expect(got[0]?.said).toMatchObject({ user: { name: 'Ada Example' }, address: '192.0.2.1' });
  expect(await state()).toMatchObject({ waiting: 0, checkpoints: 0, failingSince: null });
});

test('E5: after an erasing, nothing that is sent has the name or the address', async () => {
  await append(1);
  await opened.subjectKeys.eraseSubject(12);
  const { got, sink } = place();
  const stop = start(sink);
  await vi.waitFor(() => expect(got).toHaveLength(1), soon);
  await stop();
  expect(got[0]?.said).toMatchObject({ user: { id: 12, name: '' }, address: '[erased]' });
});

test('H5: a killed worker sends its batch again, none is lost, and the file serves to verify the log', async () => {
  const file = path.join(folder, 'trail.jsonl');
  const program = fileURLToPath(new URL('./crash-program.ts', import.meta.url));
  const run = (crash: Readonly<Record<string, string>>) =>
    spawn(process.execPath, [program, database.appUrl, key.toString('base64'), file], {
      env: { ...bareEnvironment, ...crash },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const sent = async () =>
    (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ id }) => id !== undefined)
      .map(({ noun, thing, version }) => `${noun}-${thing} ${version}`);
  const [, signal] = await once(run({ CRASHPOINT: 'subscription.handled#2' }), 'close');
  expect(signal).toBe('SIGKILL');
  // The dead worker's lease would end by itself, after 10 s.
  await database.pool.query(`update subscriptions set lease_until = '-infinity' where name = 'trail-file'`);
  const again = run({});
  const all = await inLog();
  const outside = () => readCheckpointFile(file, opened.verifier.name);
  await vi.waitFor(async () => {
    expect(new Set(await sent())).toEqual(new Set(all));
    const kept = await Array.fromAsync(outside());
    expect(kept.flatMap(({ entries = [] }) => entries.map(({ stream, version }) => `${stream} ${version}`))).toEqual(
      all.slice(0, 451),
    );
  }, soon);
  again.kill('SIGTERM');
  await once(again, 'close');
  const lines = await sent();
  expect([...new Set(lines)]).toEqual(all);
  // A batch has 200 events at most.
  expect(lines.length - all.length).toBeGreaterThan(0);
  expect(lines.length - all.length).toBeLessThanOrEqual(200);
  expect(await Array.fromAsync(opened.store.verify(undefined, outside))).toEqual([]);
}, 40_000);
