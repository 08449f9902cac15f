import { randomBytes, randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { copyLog } from '#eventstore/copy/copy-log.ts';
import type { EventStore, Position } from '#eventstore/event-store.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import type { Pool } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import { runProjections } from '#projections/run-projections.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { runSql } from '#test/postgres/sql.ts';
import { startServer } from './kurrent-server.ts';
import { measure, printRatio } from './measure.ts';
import { publishMany } from './replay.ts';
import type { World } from './world.ts';

const meta = () => ({
  actor: { userId: 1, organizationId: 1, roles: [] },
  commandId: randomId(),
  correlationId: randomId(),
  time: new Date().toISOString(),
});

const signedOut = { type: 'UserSignedOut', data: { userId: 1, session: 'x'.repeat(400), reason: 'logout' } } as const;

/** Appends two events to a new stream. */
const append = async (store: EventStore<PorticoEvent>, stream = `bench-${randomUUID()}`): Promise<Position> => {
  const events = [randomUUID(), randomUUID()].map((id) => ({ ...signedOut, id }));
  return (await store.append({ stream, expectedVersion: 0, events, meta: meta() })).position;
};

/** A command about something that may be there: reads its stream first. */
const command = async (store: EventStore<PorticoEvent>): Promise<Position> => {
  const stream = `bench-${randomUUID()}`;
  await store.read(stream);
  return append(store, stream);
};

/** The same in the simplest possible way: one row, one append, one update. */
const bareAppend = (pool: Pool, client: EventStoreDBClient, prefix: string) => async () => {
  const id = randomUUID();
  const data = Buffer.from(JSON.stringify(signedOut.data));
  await pool.query('insert into bench_intentions values ($1, $2, null)', [id, [data, data]]);
  const events = [randomUUID(), randomUUID()].map((each) => binaryEvent({ id: each, type: 'Bare', data }));
  const { position } = await client.appendToStream(`${prefix}.${id}`, events, { expectedRevision: NO_STREAM });
  await pool.query('update bench_intentions set position = $2 where id = $1', [id, String(position?.commit)]);
};

/** Reads a stream that is not there. */
const bareRead = async (client: EventStoreDBClient, prefix: string): Promise<void> => {
  const events = client.readStream(`${prefix}.${randomUUID()}`);
  await Array.fromAsync(events).catch(() => undefined);
};

/** @property bare the prefix of streams that Portico does not read. */
type Parts = Readonly<{ world: World; store: EventStore<PorticoEvent>; url: string; name: string; bare: string }>;

/** Commands on the server beside the same work without Portico, and beside commands on Postgres. */
const benchCommands = async ({ world, store, url, name, bare: prefix }: Parts): Promise<void> => {
  const { services, scale, ownerUrl } = world;
  const client = EventStoreDBClient.connectionString(url);
  await runSql(ownerUrl, 'create table bench_intentions (id uuid primary key, data bytea[] not null, position text)');
  await runSql(ownerUrl, 'grant all on bench_intentions to portico_app');
  for (const clients of [1, 16]) {
    const count = 1_000 * scale.calls;
    const bare = bareAppend(services.pool, client, prefix);
    const appends = await measure(count, clients, () => append(store));
    const bareAppends = await measure(count, clients, bare);
    const commands = await measure(count, clients, () => command(store));
    const bareCommands = await measure(count, clients, () => bareRead(client, prefix).then(bare));
    const inPostgres = await measure(count, clients, () => command(services.store));
    const at = `on ${name}, ${clients} at a time`;
    printRatio(`append ${at}`, appends.rate, bareAppends.rate, '/s bare');
    printRatio(`read and append ${at}`, commands.rate, bareCommands.rate, '/s bare');
    printRatio(
      `read and append ${at}, p95 ${commands.p95.toFixed(1)} ms`,
      commands.rate,
      inPostgres.rate,
      '/s on Postgres',
    );
  }
  await client.dispose();
};

/** Fills all read tables from the first event. Then appends, and waits until the read tables show it. */
const benchReading = async ({ services, ownerUrl, scale }: World, store: EventStore<PorticoEvent>) => {
  const { pool } = services;
  await runSql(ownerUrl, `update generations set state = 'retired', retired_at = now() where state <> 'retired'`);
  const stop = new AbortController();
  const head = await store.head();
  const began = performance.now();
  const projecting = runProjections({ store, pool, signal: stop.signal });
  const shown = async (position: Position) => {
    if (!(await waitForPosition(pool, position, 900_000))) throw new Error('the projections did not catch up');
  };
  await shown(head);
  const seconds = (performance.now() - began) / 1_000;
  const delay = await measure(200 * scale.calls, 1, async () => shown(await append(store)));
  stop.abort();
  await projecting;
  return { seconds, p95: delay.p95 };
};

/** Measures the log in KurrentDB, with as many events as there are APIs in the lists of administrators. */
export const benchEventStore = async (world: World): Promise<void> => {
  const { services, key, ownerUrl, scale } = world;
  const server = await startServer();
  const suffix = randomBytes(4).toString('hex');
  const open = (prefix: string) =>
    openEventStore({
      pool: services.pool,
      key,
      definitions: eventCatalogue,
      eventStore: { EVENTSTORE_URL: server.url, EVENTSTORE_PREFIX: prefix },
    }).store;
  const { url, name } = server;
  const first = open(`bench-${suffix}`);
  try {
    await benchCommands({ world, store: first, url, name, bare: `bare-${suffix}` });
  } finally {
    await first.close();
  }
  // What the commands left in Postgres would count as a log that was moved.
  await runSql(
    ownerUrl,
    'truncate intended_guards',
    'set session_replication_role = replica',
    'delete from intentions',
  );

  await publishMany(world, scale.deployments);
  await world.rest();
  const inPostgres = await benchReading(world, services.store);
  await services.store.close();
  const began = performance.now();
  const { events } = await copyLog({ ownerUrl, url, prefix: `moved-${suffix}.`, onProgress: () => undefined });
  const seconds = (performance.now() - began) / 1_000;
  console.log(`copy to ${name}: ${Math.round(events / seconds)} events a second`);
  const moved = open(`moved-${suffix}`);
  try {
    const there = await benchReading(world, moved);
    printRatio(
      `read tables of ${events} events, from ${name}`,
      events / there.seconds,
      events / inPostgres.seconds,
      '/s from Postgres',
    );
    printRatio(`from append to read tables, p95, on ${name}`, there.p95, inPostgres.p95, 'ms on Postgres');
  } finally {
    await moved.close();
    await server.close();
  }
};
