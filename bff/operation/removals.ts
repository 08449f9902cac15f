import type { Kysely } from 'kysely';
import { removalAlarm } from '#domain/operation/operation.ts';
import type { PendingRemovals } from '#domain/operation/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, statement } from '../sql/statement.ts';
import { pendingRemovals } from './shared/pending-removals.ts';

const readRemovals = statement((db, _given: Given<object>, _choices: Readonly<Record<string, never>>) =>
  pendingRemovals(db)
    .groupBy('removal.kind')
    .orderBy('removal.kind')
    .select(({ fn }) => [
      'removal.kind',
      fn.countAll<string>().as('count'),
      fn.min('removal.requested_at').as('since'),
    ]),
);

/** Counts removals of each kind that are not done at their resources. Null: none. */
export const countRemovals = async (db: Kysely<ReadTables>): Promise<PendingRemovals | null> => {
  const rows = await readRemovals(db, {}, {});
  if (rows.length === 0) return null;
  const since = Math.min(...rows.map((row) => row.since.getTime()));
  return {
    counts: rows.map(({ kind, count }) => ({ kind, count: Number(count) })),
    since: new Date(since).toISOString(),
    overdue: Date.now() - since > removalAlarm,
  };
};
