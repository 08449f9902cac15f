import { randomBytes } from 'node:crypto';
import { startKurrentDouble } from '#test/kurrentdb-double/start.ts';
import { startTestDatabase } from '#test/postgres.ts';
import { eventStoreContract } from '../contract/event-store-contract.ts';
import { sampleEvents } from '../contract/sample-events.ts';
import { openEventStore } from '../open-event-store.ts';

eventStoreContract('kurrentdb', async () => {
  const [database, server] = await Promise.all([startTestDatabase(), startKurrentDouble()]);
  const { store } = openEventStore({
    pool: database.pool,
    key: randomBytes(32),
    definitions: sampleEvents,
    eventStore: { EVENTSTORE_URL: server.url },
  });
  return {
    store,
    close: async () => {
      await store.close();
      await server.close();
      await database.close();
    },
  };
});
