import { createPool } from '#platform/database.ts';
import { sampleEvents } from '../contract/sample-events.ts';
import { openEventStore } from '../open-event-store.ts';
import { runSubscription } from './run-subscription.ts';

/** A process for crash.test.ts to kill: a projection that counts events by stream. */
const [url = '', key = '', name = ''] = process.argv.slice(2);
const pool = createPool(url, { applicationName: 'portico-crash' });
const { store } = openEventStore({ pool, key: Buffer.from(key, 'base64'), definitions: sampleEvents });
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

await runSubscription({
  store,
  pool,
  name,
  signal: stop.signal,
  leaseSeconds: 1,
  batchSize: 3,
  handler: {
    project: async (events, client) => {
      for (const { stream } of events) {
        await client.query(
          'insert into counts values ($1, $2, 1) on conflict (name, stream) do update set events = counts.events + 1',
          [name, stream],
        );
      }
    },
  },
});
await store.close();
await pool.end();
