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
  pendingRemovals(db).select(({ fn }) => [
    fn.count<number>('removal.subject_id').distinct().filterWhere('removal.subject_noun', '=', 'consumer').as('keys'),
    fn
      .count<number>('removal.place')
      .distinct()
      .filterWhere('removal.subject_noun', '<>', 'consumer')
      .as('deployments'),
    fn.min('removal.requested_at').as('since'),
  ]),
);

/** Counts removed keys and deployments that are still on their gateways. Null: none. */
export const countRemovals = async (db: Kysely<ReadTables>): Promise<PendingRemovals | null> => {
  const [{ keys, deployments, since } = { keys: 0, deployments: 0, since: null }] = await readRemovals(db, {}, {});
  if (since === null) return null;
  return {
    keys: Number(keys),
    deployments: Number(deployments),
    since: since.toISOString(),
    overdue: Date.now() - since.getTime() > removalAlarm,
  };
};
