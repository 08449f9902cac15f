import { type ExpressionBuilder, sql } from 'kysely';
import type { ReadTables } from '#projections/read-tables.ts';

/** Selects, as `later`, what was asked for about the same thing since an operation. */
export const laterRequests = (eb: ExpressionBuilder<ReadTables, 'operations'>) =>
  eb
    .selectFrom('operations as later')
    .select(sql.lit(1).as('one'))
    .whereRef('later.subject_noun', '=', 'operations.subject_noun')
    .whereRef('later.subject_id', '=', 'operations.subject_id')
    .whereRef('later.requested_at', '>', 'operations.requested_at');
