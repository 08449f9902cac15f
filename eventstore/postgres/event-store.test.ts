import { randomBytes } from 'node:crypto';
import { startTestDatabase } from '#test/postgres/postgres.ts';
import { eventStoreContract } from '../contract/event-store-contract.ts';
import { sampleEvents } from '../contract/sample-events.ts';
import { openEventStore } from '../open-event-store.ts';

eventStoreContract('postgres', async () => {
  const database = await startTestDatabase();
  const { store } = openEventStore({ pool: database.pool, key: randomBytes(32), definitions: sampleEvents });
  return {
    store,
    close: async () => {
      await store.close();
      await database.close();
    },
  };
});
