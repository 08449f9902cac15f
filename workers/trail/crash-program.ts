import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { readPath } from '#projections/read-path.ts';
import { createFileSink } from './file-sink.ts';
import { runTrail } from './send-trail.ts';

/** A process for send-trail.test.ts to kill: it sends the trail to a file. */
const [url = '', key = '', file = ''] = process.argv.slice(2);
const pool = createPool(url, { applicationName: 'portico-trail', searchPath: readPath });
const { store, verifier, checkpoints } = openEventStore({
  pool,
  key: Buffer.from(key, 'base64'),
  definitions: eventCatalogue,
});
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

await runTrail(
  { store, pool, log: silentLog },
  { sinks: [createFileSink(file)], verifier, place: checkpoints.source.place },
  stop.signal,
);
await store.close();
await pool.end();
