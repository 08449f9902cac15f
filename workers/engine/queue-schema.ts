import { setTimeout as pause } from 'node:timers/promises';
import { assertSchemaCompatibility, runMigrations, SchemaMigrationRequiredError } from 'bullmq';
import { createClient } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

/** The schema of the queue's tables, apart from Portico's own. */
export const queueSchema = 'bullmq';

/**
 * Migrates the queue's schema to the version of this BullMQ, and lets the application's role use it. Only migrations
 * call it, never a worker.
 */
export const migrateQueue = async (ownerUrl: string, appRole: string): Promise<void> => {
  const client = createClient({ connectionString: ownerUrl, application_name: 'portico-migrate' });
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

/** Waits until the queue's schema is migrated, with growing pauses (requirement H3). */
export const queueSchemaReady = async (
  databaseUrl: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> => {
  for (let wait = 250; ; wait = Math.min(wait * 2, 30_000)) {
    const client = createClient({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 5_000,
      application_name: 'portico-worker-start',
    });
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
