import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PoolClient } from '#platform/database.ts';
import { startTestDatabase, type TestDatabase } from '#test/postgres/postgres.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type SampleEvent, sampleAppend, sampleEvents } from '../contract/sample-events.ts';
import type { EventStore, RecordedEvent } from '../event-store.ts';
import { openEventStore } from '../open-event-store.ts';
import { pauseSubscription, resumeSubscription } from './lease.ts';
import { listParked, requestResume } from './parked-streams.ts';
import { runSubscription, type SubscriptionOptions } from './run-subscription.ts';

let database: TestDatabase;
let store: EventStore<SampleEvent>;
beforeAll(async () => {
  database = await startTestDatabase();
  ({ store } = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: sampleEvents }));
  await runSql(
    database.ownerUrl,
    'create table seen (subscription text, stream text, version bigint, unique (subscription, stream, version))',
    'grant all on seen to portico_app',
  );
});
afterAll(async () => {
  await store.close();
  await database.close();
});

let name: string;
beforeEach(() => {
  name = `test-${randomUUID()}`;
});

/** A projection that fails by a unique index when an event comes twice. */
const project = async (events: readonly RecordedEvent[], client: PoolClient) => {
  for (const { stream, version } of events)
    await client.query('insert into seen values ($1, $2, $3)', [name, stream, version]);
};

const versionsOf = async (stream: string): Promise<readonly number[]> => {
  const { rows } = await database.pool.query<{ version: number }>(
    'select version from seen where subscription = $1 and stream = $2 order by version',
    [name, stream],
  );
  return rows.map(({ version }) => version);
};

const checkpoint = async () => {
  const { rows } = await database.pool.query(
    'select position, state, owner, last_error from subscriptions where name = $1',
    [name],
  );
  return rows[0];
};

const start = (options: Partial<SubscriptionOptions<SampleEvent>> = {}) => {
  const stop = new AbortController();
  const running = runSubscription({
    store,
    pool: database.pool,
    name,
    handler: { project },
    signal: stop.signal,
    leaseSeconds: 1,
    ...options,
  });
  return async () => {
    stop.abort();
    await running;
  };
};

const eventually = (check: () => Promise<unknown>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });

const appendTo = async (stream: string, from: number, count: number) => {
  for (let version = from; version < from + count; version += 1) await store.append(sampleAppend(stream, version));
};

test('passes each event once to a projection, and goes on after a stop', async () => {
  const stream = `once-${randomUUID()}`;
  await appendTo(stream, 0, 5);
  const stop = start();
  await eventually(async () => expect(await versionsOf(stream)).toEqual([1, 2, 3, 4, 5]));
  await stop();
  expect(await checkpoint()).toMatchObject({ owner: null });
  await appendTo(stream, 5, 5);
  const stopAgain = start();
  await eventually(async () => expect(await versionsOf(stream)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
  await stopAgain();
});

test.each(['project', 'deliver'] as const)('moves only the checkpoint where nothing concerns it: %s', async (kind) => {
  const [ignored, wanted] = [`ignored-${randomUUID()}`, `wanted-${randomUUID()}`];
  const handled = vi.fn(async (_events: readonly RecordedEvent[]) => undefined);
  const begin = await store.head();
  const concerns = ({ stream }: RecordedEvent) => stream === wanted;
  const handler = kind === 'project' ? { project: handled, concerns } : { deliver: handled, concerns };
  const stop = start({ start: begin, handler });
  const untilPast = (stream: string) =>
    eventually(async () => {
      const last = (await store.read(stream)).at(-1)?.position ?? '';
      expect((await checkpoint()).position >= last).toBe(true);
    });
  await appendTo(ignored, 0, 3);
  await untilPast(ignored);
  expect(handled).not.toHaveBeenCalled();
  await appendTo(wanted, 0, 1);
  await untilPast(wanted);
  expect(handled.mock.calls.flatMap(([events]) => events.map(({ stream }) => stream))).toEqual([wanted]);
  await stop();
});

test('stores the checkpoint and the writes together or not at all', async () => {
  const stream = `atomic-${randomUUID()}`;
  const begin = await store.head();
  await appendTo(stream, 0, 3);
  let broken = true;
  const stop = start({
    start: begin,
    isTransient: () => true,
    handler: {
      project: async (events, client) => {
        await project(events, client);
        if (broken) throw new Error('after the writes');
      },
    },
  });
  await eventually(async () => expect(await checkpoint()).toMatchObject({ last_error: 'after the writes' }));
  expect(await checkpoint()).toMatchObject({ position: begin });
  expect(await versionsOf(stream)).toEqual([]);
  broken = false;
  await eventually(async () => expect(await versionsOf(stream)).toEqual([1, 2, 3]));
  await stop();
});

test('finds a failing event of a large batch in few tries, and does not write the others one by one', async () => {
  const stream = `order-${randomUUID()}`;
  await appendTo(stream, 0, 64);
  const sizes: number[] = [];
  const stop = start({
    attempts: 1,
    handler: {
      project: async (events, client) => {
        const own = events.filter((event) => event.stream === stream);
        if (own.length > 0) sizes.push(own.length);
        if (own.some(({ version }) => version === 40)) throw new Error('a bug');
        await project(own, client);
      },
    },
  });
  await eventually(async () => expect(await listParked(database.pool, { name, version: 1 })).toHaveLength(1));
  await stop();
  expect(await versionsOf(stream)).toEqual(Array.from({ length: 39 }, (_each, index) => index + 1));
  expect(sizes.length).toBeLessThan(20);
});

test('H2: lets one of several runners work; after its death the next takes over and no event comes twice', async () => {
  const stream = `lease-${randomUUID()}`;
  const stops = [start(), start(), start()];
  await appendTo(stream, 0, 20);
  await eventually(async () => expect(await versionsOf(stream)).toHaveLength(20));
  // A dead runner does not release the lease; the lease runs out.
  await database.pool.query(`update subscriptions set owner = 'dead', lease_epoch = lease_epoch + 1 where name = $1`, [
    name,
  ]);
  await appendTo(stream, 20, 5);
  await eventually(async () => expect(await versionsOf(stream)).toHaveLength(25));
  await Promise.all(stops.map((stop) => stop()));
});

test('H2: writes nothing for a runner that lost its lease while it worked', async () => {
  const stream = `fenced-${randomUUID()}`;
  const begin = await store.head();
  await appendTo(stream, 0, 2);
  let batches = 0;
  const stop = start({
    start: begin,
    handler: {
      project: async (events, client) => {
        await project(events, client);
        batches += events.some((event) => event.stream === stream) ? 1 : 0;
        // Another runner takes over, and this one does not know yet.
        if (batches === 1)
          await database.pool.query('update subscriptions set lease_epoch = lease_epoch + 1 where name = $1', [name]);
      },
    },
  });
  await eventually(async () => expect(await versionsOf(stream)).toEqual([1, 2]));
  await stop();
  // Its first batch was rolled back, so the events came again.
  expect(batches).toBeGreaterThan(1);
});

test('stores the checkpoint after `deliver`, and repeats what failed', async () => {
  const stream = `deliver-${randomUUID()}`;
  const begin = await store.head();
  await appendTo(stream, 0, 3);
  const delivered: string[] = [];
  let failures = 2;
  const stop = start({
    start: begin,
    handler: {
      deliver: async (events) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('queue is down');
        }
        delivered.push(...events.filter((event) => event.stream === stream).map(({ version }) => `${version}`));
      },
    },
  });
  await eventually(async () => expect(delivered).toEqual(['1', '2', '3']));
  expect(await listParked(database.pool, { name, version: 1 })).toEqual([]);
  await stop();
});

test('stops a paused subscription, and goes on when it is resumed', async () => {
  const stream = `pause-${randomUUID()}`;
  const stop = start();
  await appendTo(stream, 0, 1);
  await eventually(async () => expect(await versionsOf(stream)).toEqual([1]));
  await pauseSubscription(database.pool, { name, version: 1 });
  await eventually(async () => expect(await checkpoint()).toMatchObject({ state: 'paused', owner: null }));
  await appendTo(stream, 1, 1);
  await resumeSubscription(database.pool, { name, version: 1 });
  await eventually(async () => expect(await versionsOf(stream)).toEqual([1, 2]));
  await stop();
});

describe('a poison event', () => {
  const poisoned = (isPoison: (event: RecordedEvent) => boolean) => ({
    project: async (events: readonly RecordedEvent[], client: PoolClient) => {
      await project(events, client);
      const poison = events.find(isPoison);
      if (poison) throw new Error('cannot be projected');
    },
  });

  test('parks its stream and logs it; the others go on; after a resume each event comes once, in order', async () => {
    const [sick, well] = [`sick-${randomUUID()}`, `well-${randomUUID()}`];
    const begin = await store.head();
    await appendTo(sick, 0, 2);
    await appendTo(well, 0, 2);
    let poison = true;
    const stop = start({
      start: begin,
      attempts: 2,
      handler: poisoned((event) => poison && event.stream === sick && event.version === 2),
    });
    await eventually(async () => expect(await versionsOf(well)).toEqual([1, 2]));
    await appendTo(sick, 2, 2);
    await appendTo(well, 2, 1);
    await eventually(async () => expect(await versionsOf(well)).toEqual([1, 2, 3]));
    expect(await versionsOf(sick)).toEqual([1]);
    expect(await listParked(database.pool, { name, version: 1 })).toMatchObject([
      { stream: sick, fromVersion: 2, eventType: 'NoteCounted', error: 'cannot be projected', attempts: 2 },
    ]);

    expect(await requestResume(database.pool, { name, version: 1 }, sick)).toBe(true);
    await eventually(async () => expect((await listParked(database.pool, { name, version: 1 }))[0]?.attempts).toBe(3));
    poison = false;
    await requestResume(database.pool, { name, version: 1 }, sick);
    await eventually(async () => expect(await listParked(database.pool, { name, version: 1 })).toEqual([]));
    expect(await versionsOf(sick)).toEqual([1, 2, 3, 4]);
    await appendTo(sick, 4, 1);
    await eventually(async () => expect(await versionsOf(sick)).toEqual([1, 2, 3, 4, 5]));
    await stop();
  });

  test('is parked at once if it cannot be decoded, and tried again after a restart', async () => {
    const stream = `broken-${randomUUID()}`;
    const begin = await store.head();
    await appendTo(stream, 0, 1);
    await runSql(
      database.ownerUrl,
      'set session_replication_role = replica',
      `update events set data = '{' || data where stream = '${stream}'`,
    );
    const stop = start({ start: begin });
    await eventually(async () =>
      expect(await listParked(database.pool, { name, version: 1 })).toMatchObject([
        { stream, error: 'its bytes were changed' },
      ]),
    );
    await stop();
    const stopAgain = start();
    await eventually(async () =>
      expect(await listParked(database.pool, { name, version: 1 })).toMatchObject([{ stream, attempts: 2 }]),
    );
    await stopAgain();
    await runSql(
      database.ownerUrl,
      'set session_replication_role = replica',
      `update events set data = substr(data, 2) where stream = '${stream}'`,
    );
    await appendTo(stream, 1, 1);
    const stopMended = start();
    await eventually(async () => expect(await versionsOf(stream)).toEqual([1, 2]));
    await stopMended();
  });

  test('of a newer release is parked until a newer program reads it', async () => {
    const stream = `newer-${randomUUID()}`;
    const begin = await store.head();
    await appendTo(stream, 0, 1);
    const rename = (type: string) =>
      runSql(
        database.ownerUrl,
        'set session_replication_role = replica',
        `update events set type = '${type}' where stream = '${stream}'`,
      );
    await rename('NoteFromTomorrow');
    const stop = start({ start: begin });
    await eventually(async () =>
      expect(await listParked(database.pool, { name, version: 1 })).toMatchObject([
        { stream, error: 'unknown event type NoteFromTomorrow' },
      ]),
    );
    await stop();
    // The new name stands for a type that only a newer program knows.
    await rename('NoteCounted');
    const stopNewer = start();
    await eventually(async () => expect(await versionsOf(stream)).toEqual([1]));
    await eventually(async () => expect(await listParked(database.pool, { name, version: 1 })).toEqual([]));
    await stopNewer();
  });

  test('of a newer release lets the subscription go on, however many there are', async () => {
    const begin = await store.head();
    const streams = Array.from({ length: 25 }, (_, index) => `newer-${index}-${randomUUID()}`);
    for (const stream of streams) await appendTo(stream, 0, 1);
    await runSql(
      database.ownerUrl,
      'set session_replication_role = replica',
      `update events set type = 'NoteFromTomorrow' where stream in ('${streams.join("', '")}')`,
    );
    const stop = start({ start: begin });
    await eventually(async () => expect(await listParked(database.pool, { name, version: 1 })).toHaveLength(25));
    expect(await checkpoint()).toMatchObject({ state: 'running' });
    await stop();
  });

  test('stops the subscription if there are many, instead of parking the whole log', async () => {
    const begin = await store.head();
    for (let index = 0; index < 25; index += 1) await store.append(sampleAppend(`many-${index}-${randomUUID()}`, 0));
    const stop = start({ start: begin, attempts: 1, handler: poisoned(() => true) });
    await eventually(async () => expect(await checkpoint()).toMatchObject({ state: 'faulted' }));
    expect((await listParked(database.pool, { name, version: 1 })).length).toBe(21);
    await stop();
  });
});
