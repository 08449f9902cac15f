import { setTimeout as pause } from 'node:timers/promises';
import { assertSchemaCompatibility, runMigrations, SchemaMigrationRequiredError } from 'bullmq';
import pg from 'pg';
import type { Log } from '#platform/log.ts';

/** Jobs are apart from Portico's own tables. */
export const queueSchema = 'bullmq';

/**
 * Brings the queue's own schema up to what this BullMQ needs, and lets the application's role use it. Run by
 * whoever migrates, never by a worker.
 */
export const migrateQueue = async (ownerUrl: string, appRole: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'portico-migrate' });
  await client.connect();
  try {
    await runMigrations(client, queueSchema);
    const schema = client.escapeIdentifier(queueSchema);
    const role = client.escapeIdentifier(appRole);
    await client.query(`grant usage on schema ${schema} to ${role}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`);
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`);
    await client.query(`grant execute on all functions in schema ${schema} to ${role}`);
  } finally {
    await client.end();
  }
};

/** Waits, with longer and longer pauses, until somebody has migrated the queue's schema (requirement H3). */
export const queueSchemaReady = async (
  databaseUrl: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> => {
  for (let wait = 250; ; wait = Math.min(wait * 2, 30_000)) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      application_name: 'portico-worker-start',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await assertSchemaCompatibility(client, queueSchema);
      return;
    } catch (error) {
      const missing = error instanceof SchemaMigrationRequiredError;
      log.warn({ wait }, missing ? 'waiting for the queue to be migrated' : 'waiting for the database');
    } finally {
      await client.end().catch(() => undefined);
    }
    await pause(wait, undefined, { signal });
  }
};
