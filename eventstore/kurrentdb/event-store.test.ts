import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { EventStoreDBClient } from '@eventstore/db-client';
import { startKurrentDouble } from '#test/kurrentdb-double/start.ts';
import { startTestDatabase } from '#test/postgres/postgres.ts';
import { eventStoreUnderTest } from '#test/world/event-store-under-test.ts';
import { eventStoreContract } from '../contract/event-store-contract.ts';
import { sampleEvents } from '../contract/sample-events.ts';
import { type EventStoreSettings, openEventStore } from '../open-event-store.ts';

/** Deletes the streams of a suite from a real server. Portico itself never deletes. */
const cleanUp = async (url: string, prefix: string): Promise<void> => {
  const client = EventStoreDBClient.connectionString(url);
  const names = new Set<string>();
  for await (const { event } of client.readAll())
    if (event?.streamId.startsWith(`${prefix}.`)) names.add(event.streamId);
  for (const name of names) await client.deleteStream(name);
  await client.dispose();
};

const isReal = Boolean(process.env.EVENTSTORE_URL);

eventStoreContract(isReal ? 'a real KurrentDB' : 'kurrentdb', async () => {
  const database = await startTestDatabase();
  const server = isReal ? undefined : await startKurrentDouble();
  const eventStore: EventStoreSettings = server ? { EVENTSTORE_URL: server.url } : eventStoreUnderTest();
  const { store } = openEventStore({
    pool: database.pool,
    key: randomBytes(32),
    definitions: sampleEvents,
    eventStore,
  });
  return {
    store,
    close: async () => {
      await store.close();
      const { EVENTSTORE_URL: url = '', EVENTSTORE_PREFIX: prefix = '' } = eventStore;
      if (isReal) await cleanUp(url, prefix);
      server?.close();
      await database.close();
    },
  };
});
