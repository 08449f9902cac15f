import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { deskDays, slowMinutes } from '#domain/operation/desk.ts';
import { removalKinds } from '#domain/operation-kinds/operation-kinds.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { laterRequests } from './later-requests.ts';

type Ago = 'minutes' | 'days';
const ago = (unit: Ago, count: number) =>
  sql<Date>`now() - make_interval(${sql.raw(unit === 'days' ? 'days' : 'mins')} => ${sql.lit(count)})`;

/**
 * Keeps the operations that stand on the desk: those that wait, those that are under way for long, and those that failed lately
 * without another try. A newer request for the same thing, or its removal, is the other try: it stands there itself if it fails.
 */
export const standing = <Tables extends keyof ReadTables, Row>(
  list: SelectQueryBuilder<ReadTables, Tables | 'operations', Row>,
): SelectQueryBuilder<ReadTables, Tables | 'operations', Row> =>
  (list as unknown as SelectQueryBuilder<ReadTables, 'operations', Row>).where((eb) =>
    eb.or([
      eb('operations.state', '=', 'waiting'),
      eb.and([
        eb('operations.state', 'in', ['requested', 'started', 'cancelling']),
        eb('operations.updated_at', '<', ago('minutes', slowMinutes)),
      ]),
      eb.and([
        eb('operations.state', '=', 'failed'),
        eb('operations.updated_at', '>', ago('days', deskDays)),
        eb.not(
          eb.exists(
            laterRequests(eb).where((later) =>
              later.or([
                later('later.kind', '=', later.ref('operations.kind')),
                later('later.kind', 'in', removalKinds),
              ]),
            ),
          ),
        ),
      ]),
    ]),
  ) as never;

/** Selects the operations that stand on the desk. */
export const standingOperations = (db: Kysely<ReadTables>) => standing(db.selectFrom('operations'));
