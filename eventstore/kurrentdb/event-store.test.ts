import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { startTestDatabase } from '#test/postgres/postgres.ts';
import { startAnyKurrent } from '#test/world/any-kurrent.ts';
import { eventStoreContract } from '../contract/event-store-contract.ts';
import { sampleEvents } from '../contract/sample-events.ts';
import { openEventStore } from '../open-event-store.ts';

eventStoreContract(process.env.EVENTSTORE_URL ? 'a real KurrentDB' : 'kurrentdb', async () => {
  const [database, server] = await Promise.all([startTestDatabase(), startAnyKurrent()]);
  const { store } = openEventStore({
    pool: database.pool,
    key: randomBytes(32),
    definitions: sampleEvents,
    eventStore: server.settings,
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
