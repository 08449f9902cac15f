import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { rebaseLog } from '#eventstore/rebase-log.ts';
import { startSchemaDatabase } from '../postgres/postgres.ts';
import { openSession } from '../postgres/sql.ts';

/**
 * Logs that commit a636d4f wrote: `demo` by a start of that commit with its gateway and workers, `every-kind` by a random
 * history. Together they hold every event type of that commit. The key is that of a demo that was thrown away.
 */
export const oldLogs = ['demo', 'every-kind'] as const;

/** A dump of the log's tables, rows as `to_jsonb` writes them. */
type OldLog = Readonly<{ key: string; tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> }>;

/** Restores an old log into a database of its own, as an operator would after pg_dump, and opens it. */
export const openOldLog = async (name: (typeof oldLogs)[number]) => {
  const bytes = await readFile(new URL(`../fixtures/old-log/${name}.json.gz`, import.meta.url));
  const { key: text, tables }: OldLog = JSON.parse(gunzipSync(bytes).toString('utf8'));
  const key = Buffer.from(text, 'base64');
  const database = await startSchemaDatabase();
  const owner = await openSession(database.ownerUrl);
  for (const [table, rows] of Object.entries(tables))
    await owner.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  await owner.query(`select setval('event_pos', (select max(pos) from events))`);
  await owner.end();
  await rebaseLog({ MIGRATION_DATABASE_URL: database.ownerUrl, EVENTSTORE_URL: undefined });
  const { store } = openEventStore({ pool: database.pool, key, definitions: eventCatalogue });
  return {
    key,
    pool: database.pool,
    store,
    rows: tables,
    close: async () => {
      await store.close();
      await database.close();
    },
  };
};
