import { type Kysely, sql } from 'kysely';
import { removalAlarm } from '#domain/operation/operation.ts';
import type { PendingRemovals } from '#domain/operation/schema.ts';
import { removalKinds } from '#domain/operation-kinds/operation-kinds.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, statement } from '../sql/statement.ts';

/** Seconds before an unfinished removal is reported. It usually takes one second. */
const patience = 10;

/** Returns the removals at gateways that take too long. */
export const pendingRemovals = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('operations as removal')
    .where('removal.kind', 'in', removalKinds)
    .where('removal.place', 'is not', null)
    .where('removal.state', 'in', ['requested', 'started', 'waiting'])
    .where('removal.requested_at', '<', sql<Date>`now() - make_interval(secs => ${patience})`);

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
