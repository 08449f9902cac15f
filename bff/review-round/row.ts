import { type Expression, type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { ReviewRoundRow } from '#domain/review-round/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import { type Given, givenOf } from '../sql/statement.ts';

/** @property only the one organization whose part the reader sees. Undefined: they see all. */
export type Sight = Readonly<{ only: number | undefined }>;

export const sightOf = (actor: Actor): Sight => ({
  only: may(actor, 'review-round.list-all') ? undefined : actor.organizationId,
});

/** Selects who did something. Readers of one organization read no names of others' people. */
const nameOf = (alias: string, only: Expression<number> | undefined) =>
  only === undefined
    ? sql<string>`coalesce(${fullName(alias)}, '')`
    : sql<string>`case when ${sql.ref(`${alias}.organization_id`)} = ${only} then ${fullName(alias)} else '' end`;

/** Selects the rounds in which the reader sees something, each with the sums of what they see. */
export const selectRounds = (db: Kysely<ReadTables>, { only }: Given<Sight>) =>
  db
    .selectFrom('review_rounds as round')
    .leftJoin('organizations', 'organizations.id', 'round.organization_id')
    .leftJoin('users as starter', 'starter.id', 'round.started_by')
    .leftJoin('users as closer', 'closer.id', 'round.closed_by')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('review_parts as part')
          .whereRef('part.review_round_id', '=', 'round.id')
          .$if(only !== undefined, (parts) => parts.where('part.organization_id', '=', only as Expression<number>))
          .select([
            sql<number>`coalesce(sum(part.lines), 0)::integer`.as('lines'),
            sql<number>`coalesce(sum(part.kept), 0)::integer`.as('kept'),
            sql<number>`coalesce(sum(part.revoked), 0)::integer`.as('revoked'),
            sql<number>`coalesce(sum(part.ended), 0)::integer`.as('ended'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .$if(only !== undefined, (rounds) => rounds.where('sums.lines', '>', 0))
    .select([
      'round.id',
      'round.organization_id',
      'organizations.name as organization_name',
      'round.started_for',
      'round.started_at',
      'round.due_at',
      'round.closed_at',
      nameOf('starter', only).as('starter_name'),
      nameOf('closer', only).as('closer_name'),
      'sums.lines',
      'sums.kept',
      'sums.revoked',
      'sums.ended',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof selectRounds>['execute']>>[number];

export const roundOf = ({ id, organization_id, organization_name, ...row }: Row): ReviewRoundRow => ({
  id,
  organization: organization_id === null ? null : { id: organization_id, name: organization_name ?? '' },
  startedAt: row.started_at.toISOString(),
  startedBy: row.starter_name,
  dueAt: row.due_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  closedBy: row.closer_name,
  lines: row.lines,
  kept: row.kept,
  revoked: row.revoked,
  ended: row.ended,
});

/** Returns a round in which the reader sees something. @throws RefusedError 404 when there is none */
export const readRound = async (db: Kysely<ReadTables>, sight: Sight, id: number): Promise<Row> => {
  const row = await selectRounds(db, givenOf(sight)).where('round.id', '=', id).executeTakeFirst();
  if (!row) throw new RefusedError(notFound());
  return row;
};
