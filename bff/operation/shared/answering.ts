import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import type { OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { answersOf } from '../../http/answers.ts';
import type { Received } from '../../http/route.ts';
import { laterRequests } from '../../sql/later-requests.ts';
import { planOf, readable } from './readable.ts';

/** Whether nobody has asked for the same since: of an older operation, the form shows what was asked for later. */
export const isNewest = (eb: ExpressionBuilder<ReadTables, 'operations'>): Expression<boolean | number> =>
  eb.not(eb.exists(laterRequests(eb))) as never;

/** @property isOvertaken whether somebody has asked for the same since. */
export type Answering = Readonly<{ answers?: string | undefined; isOvertaken?: boolean | undefined }>;

/** The operation that a command begins. @property id of its thing; undefined: it is new. */
type Begun = Readonly<{ kind: OperationKind; noun: string; id: number | undefined }>;

/**
 * Returns which failed operation a command answers, in the manner of `Prepared`. Nothing where the call names none.
 *
 * `isOvertaken`: somebody has asked for the same since, which an older form is refused for first, with what differs.
 *
 * @throws RefusedError 404 for what the caller may not read; 400 for another kind or another thing; 409 when it has not failed.
 */
export const answering = async (
  { c, services: { db }, actor }: Pick<Received, 'c' | 'services' | 'actor'>,
  { kind, noun, id }: Begun,
): Promise<Answering> => {
  const answers = answersOf(c);
  if (answers === undefined) return {};
  const row = await db
    .selectFrom('operations')
    .select((eb) => [
      'kind',
      'state',
      'subject_noun',
      'subject_id',
      'organization_id',
      'of_organization_id',
      'requested_by',
      sql<string>`''`.as('requester'),
      sql<boolean>`${isNewest(eb)}`.as('is_newest'),
    ])
    .where('operations.id', '=', answers)
    .executeTakeFirst();
  if (!row) throw new RefusedError(notFound());
  readable(row, actor, await planOf(db, answers));
  if (row.kind !== kind || row.subject_noun !== noun || row.subject_id !== String(id))
    throw new RefusedError(refuse('invalid', { code: 'answer.other-thing' }));
  if (row.state !== 'failed') throw new RefusedError(refuse('conflict', { code: 'answer.not-failed' }));
  return { answers, isOvertaken: !row.is_newest };
};
