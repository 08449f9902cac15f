import { type Kysely, sql } from 'kysely';
import { removalKinds } from '#domain/operation-kinds/operation-kinds.ts';
import type { ReadTables } from '#projections/read-tables.ts';

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
