import { randomBytes, randomUUID } from 'node:crypto';
import process from 'node:process';
import { binaryEvent, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import type { Pool } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import { runSql } from '#test/postgres/sql.ts';
import { measure, printRatio } from './measure.ts';
import type { World } from './world.ts';

const meta = () => ({
  actor: { userId: 1, organizationId: 1, roles: [] },
  commandId: randomId(),
  correlationId: randomId(),
  time: new Date().toISOString(),
});

/** A command that reads its stream and appends two events. */
const command = (store: EventStore<PorticoEvent>) => async () => {
  const stream = `bench-${randomUUID()}`;
  await store.read(stream);
  const event = { type: 'UserSignedOut', data: { userId: 1, session: 'x'.repeat(400), reason: 'logout' } } as const;
  const events = [
    { ...event, id: randomUUID() },
    { ...event, id: randomUUID() },
  ];
  await store.append({ stream, expectedVersion: 0, events, meta: meta() });
};

/** The same in the simplest possible way: one row, one append, one update. */
const bareCommand = (pool: Pool, client: EventStoreDBClient, prefix: string) => async () => {
  const id = randomUUID();
  const data = Buffer.from(JSON.stringify({ userId: 1, session: 'x'.repeat(400), reason: 'logout' }));
  await pool.query('insert into bench_intentions values ($1, $2, null)', [id, [data, data]]);
  const events = [randomUUID(), randomUUID()].map((each) => binaryEvent({ id: each, type: 'Bare', data }));
  const { position } = await client.appendToStream(`${prefix}.${id}`, events, { expectedRevision: NO_STREAM });
  await pool.query('update bench_intentions set position = $2 where id = $1', [id, String(position?.commit)]);
};

/** Commands with the events in KurrentDB beside commands with the events in Postgres. Needs a server at EVENTSTORE_URL. */
export const benchEventLog = async ({ services, scale, key, ownerUrl }: World): Promise<void> => {
  const { EVENTSTORE_URL } = process.env;
  if (!EVENTSTORE_URL) {
    console.log('commands on KurrentDB: not measured, EVENTSTORE_URL names no server');
    return;
  }
  const eventStore = { EVENTSTORE_URL, EVENTSTORE_PREFIX: `bench-${randomBytes(4).toString('hex')}` };
  const client = EventStoreDBClient.connectionString(EVENTSTORE_URL);
  await runSql(ownerUrl, 'create table bench_intentions (id uuid primary key, data bytea[] not null, position text)');
  await runSql(ownerUrl, 'grant all on bench_intentions to portico_app');
  const { store } = openEventStore({ pool: services.pool, key, definitions: eventCatalogue, eventStore });
  try {
    for (const clients of [1, 16]) {
      const count = 1_000 * scale.calls;
      const ours = await measure(count, clients, command(store));
      const postgres = await measure(count, clients, command(services.store));
      const bare = await measure(count, clients, bareCommand(services.pool, client, eventStore.EVENTSTORE_PREFIX));
      printRatio(`command on KurrentDB, ${clients} at a time`, ours.rate, bare.rate, '/s bare');
      printRatio(
        `command on KurrentDB, ${clients} at a time, p95 ${ours.p95.toFixed(1)} ms`,
        ours.rate,
        postgres.rate,
        '/s on Postgres',
      );
    }
  } finally {
    await store.close();
    await client.dispose();
  }
};
