import { codeGenerationDecider } from '#domain/code-generation/decider.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import { loadState } from '#eventstore/load.ts';
import type { Pool } from '#platform/database.ts';
import { withLease } from '#platform/lease.ts';
import type { Log } from '#platform/log.ts';
import type { Settings } from '#platform/settings.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';

/** Which documents are in use. An upload of the last hour may be on its way into an event. */
const finding = [
  // Stored again by a process of the last release, which does not know this table.
  `delete from unused_documents u where deleted_at is not null and (
     (kind = 'spec' and exists (select from spec_documents d where d.hash = u.hash))
     or (kind = 'file' and exists (select from issue_files f where f.hash = u.hash)))`,
  `delete from unused_documents u where deleted_at is null and kind = 'spec'
     and exists (select from apis where spec_hash = u.hash)`,
  `insert into unused_documents (kind, hash)
   select 'spec', hash from spec_documents d where created_at < now() - interval '1 hour'
     and not exists (select from apis where spec_hash = d.hash)
     and not exists (select from unused_documents u where u.kind = 'spec' and u.hash = d.hash)
   on conflict do nothing`,
  `delete from unused_documents u where deleted_at is null and kind = 'file' and exists (
     select from issues left join users on users.id = reporter_id
     where file_hash = u.hash and state = 'open' and users.erased_at is null)`,
  `insert into unused_documents (kind, hash)
   select 'file', hash from issue_files f where created_at < now() - interval '1 hour'
     and not exists (select from issues left join users on users.id = reporter_id
       where file_hash = f.hash and state = 'open' and users.erased_at is null)
     and not exists (select from unused_documents u where u.kind = 'file' and u.hash = f.hash)
   on conflict do nothing`,
];

/** The projections that say what is in use. What one of them has parked may use a document that seems unused. */
const projections = ['catalogue', 'issues', 'people', 'operations'];

type Needed = Readonly<{
  store: Pick<EventStore<PorticoEvent>, 'newest' | 'read'>;
  pool: Pool;
  settings: Pick<Settings, 'DOCUMENTS_RETENTION_DAYS'>;
  log: Log;
}>;

const knowsAll = async ({ store, pool }: Pick<Needed, 'store' | 'pool'>): Promise<boolean> => {
  const { rows } = await pool.query('select from parked_streams where name = any($1) limit 1', [projections]);
  return (
    rows.length === 0 &&
    (await waitForPosition(pool, await store.newest(), 1_000, ['apis', 'issues', 'users', 'operations']))
  );
};

/** Takes what code is being generated from out of what is unused: the JSON of a description, which no API names. */
const keepGenerated = async ({ store, pool }: Pick<Needed, 'store' | 'pool'>): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from operations where kind = 'generate-code' and state not in ('completed', 'superseded', 'failed', 'cancelled')`,
  );
  const states = await someAtOnce(8, rows, ({ id }) => loadState(store, codeGenerationDecider, id));
  const hashes = states.flatMap((state) => (state.status === 'none' ? [] : [state.request.document]));
  await pool.query("delete from unused_documents where deleted_at is null and kind = 'spec' and hash = any($1)", [
    hashes,
  ]);
};

/**
 * Finds documents that nothing uses any more: those of deleted APIs and of replaced versions, files of closed issues and of
 * erased people. Deletes the bytes of those that have been unused for DOCUMENTS_RETENTION_DAYS. Events keep their
 * hash and size. While the read tables are behind, or something is parked, it does nothing: they say what is in use.
 *
 * @returns how many were deleted.
 */
export const deleteUnused = async (needed: Needed): Promise<number> => {
  const { pool, settings, log } = needed;
  const lease = { name: 'unused-documents', holder: 'bff', milliseconds: 60_000 };
  const done = await withLease(pool, lease, async ({ assertHeld }) => {
    if (!(await knowsAll(needed))) return 0;
    for (const statement of finding) await pool.query(statement);
    await keepGenerated(needed);
    const days = settings.DOCUMENTS_RETENTION_DAYS;
    if (days === undefined) return 0;
    let deleted = 0;
    for (let some = 1; some > 0; deleted += some) {
      await assertHeld();
      const { rows } = await pool.query<{ some: number }>('select delete_unused_documents($1) as some', [days]);
      some = rows[0]?.some ?? 0;
    }
    if (deleted > 0) log.info({ deleted, days }, 'documents that nothing uses any more were deleted');
    return deleted;
  });
  return done?.result ?? 0;
};
