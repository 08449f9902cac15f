import { randomUUID } from 'node:crypto';
import { byPortal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { startWorldDatabase, type TestDatabase } from '../postgres/postgres.ts';
import { runSql } from '../postgres/sql.ts';

/**
 * Writes an event without a seal: as a release before seals did, and as whoever owns the database can. In an empty log it makes an
 * older installation, which demands no seals yet.
 *
 * @param bytes the stored text of its `meta`. Default: one with a new command.
 */
export const writeUnsealedEvent = (
  ownerUrl: string,
  event: Readonly<{ stream: string; version: number; type: string; data: object }>,
  bytes?: string,
): Promise<void> => {
  const commandId = randomUUID();
  const meta: EventMeta = { actor: byPortal, commandId, correlationId: commandId, time: new Date().toISOString() };
  const text = (bytes ?? JSON.stringify(meta)).replaceAll("'", "''");
  const known = bytes === undefined ? commandId : (JSON.parse(bytes) as EventMeta).commandId;
  return runSql(
    ownerUrl,
    `select append_events('${known}', 'x', '${event.stream}', ${event.version - 1}, array['${randomUUID()}'::uuid],
       array['${event.type}'], array[1], array['${JSON.stringify(event.data).replaceAll("'", "''")}'], array['${text}'], '{}')`,
  );
};

/** An event that no test looks at. */
export const oldEvent = {
  ...{ stream: 'business-area-900000', version: 1, type: 'BusinessAreaAdded' },
  data: { businessAreaId: 900_000, name: 'Before seals', description: '' },
};

/** A world's database whose log began before there were seals. */
export const startOlderDatabase = async (): Promise<TestDatabase> => {
  const database = await startWorldDatabase();
  await writeUnsealedEvent(database.ownerUrl, oldEvent);
  return database;
};
