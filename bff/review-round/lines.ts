import { type Expression, type Kysely, sql } from 'kysely';
import { unusedDays } from '#domain/access/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { ReviewLineKind } from '#domain/review-round/review-round.ts';
import type { ReviewLineListQuery, ReviewLineRow, reviewLineStates } from '#domain/review-round/schema.ts';
import { isOwnRole, mayDecideLine } from '#domain/review-round/who-decides.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { growingPageOf } from '../http/page.ts';
import type { Services } from '../http/services.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import { type Given, statement } from '../sql/statement.ts';
import { sightOf } from './row.ts';

/**
 * @property decider the reader, who is shown what they may decide. Undefined: all lines.
 * @property company the organization whose lines alone the reader may decide, as its administrator. Undefined: all of them.
 */
type Filters = Readonly<{
  round: number;
  only: number | undefined;
  words: string | undefined;
  kind: ReviewLineKind | undefined;
  state: (typeof reviewLineStates)[number] | undefined;
  unused: true | undefined;
  decider: number | undefined;
  company: number | undefined;
}>;

/** When nobody had used a line for so long, it is unused. The round's beginning counts, not the day on which somebody looks. */
const isUnused = sql<boolean>`coalesce(
  review_lines.idle_since < round.started_at - make_interval(days => ${sql.lit(unusedDays)}), false)`;

/** Whether the reader may decide an open line; see `mayDecideLine`. */
export const waitsFor = (reader: Expression<unknown>, company: Expression<unknown> | undefined) => sql<boolean>`(
  review_lines.verdict is null and round.closed_at is null
  and not (review_lines.kind = 'role' and review_lines.thing_id = ${reader})
  ${company ? sql`and review_lines.organization_id = ${company} and (review_lines.kind <> 'role' or review_lines.role = 'ROLE_COMPANY_ADMIN')` : sql``})`;

const selectLines = (db: Kysely<ReadTables>, given: Given<Filters>) => {
  const { round, only, words, kind, state, unused, decider, company } = given;
  return db
    .selectFrom('review_lines')
    .innerJoin('review_rounds as round', 'round.id', 'review_lines.review_round_id')
    .leftJoin('organizations', 'organizations.id', 'review_lines.organization_id')
    .leftJoin('users as holder', (join) =>
      join.onRef('holder.id', '=', 'review_lines.thing_id').on('review_lines.kind', '=', 'role'),
    )
    .leftJoin('users as decider', 'decider.id', 'review_lines.decided_by')
    .where('review_lines.review_round_id', '=', round)
    .$if(only !== undefined, (list) => list.where('review_lines.organization_id', '=', only as Expression<number>))
    .$if(kind !== undefined, (list) => list.where('review_lines.kind', '=', kind as Expression<ReviewLineKind>))
    .$if(state !== undefined, (list) =>
      list.where(sql<boolean>`coalesce(review_lines.verdict, 'open') = ${state as Expression<string>}`),
    )
    .$if(unused !== undefined, (list) => list.where(isUnused))
    .$if(decider !== undefined, (list) => list.where(waitsFor(decider as Expression<number>, company)))
    .$if(words !== undefined, (list) =>
      list.where(
        sql<boolean>`(review_lines.search like ${words} or organizations.sort_name like ${words} or holder.search like ${words})`,
      ),
    )
    .selectAll('review_lines')
    .select([
      sql<string>`coalesce(nullif(${fullName('holder')}, ''), review_lines.name)`.as('shown_name'),
      sql<string>`coalesce(holder.sort_lastname, review_lines.sort_name)`.as('sort_shown'),
      'organizations.name as organization_name',
      'organizations.sort_name as sort_organization',
      fullName('decider').as('decider_name'),
      'decider.organization_id as decider_organization',
      isUnused.as('unused'),
      'round.closed_at as round_closed_at',
    ]);
};

type Row = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number];

const readPage = growingPageOf(selectLines);

const lineOf = (row: Row, actor: Actor, only: number | undefined): ReviewLineRow => {
  const line = { kind: row.kind, organizationId: row.organization_id, thingId: row.thing_id, role: row.role };
  const isOpen = row.verdict === null && row.round_closed_at === null;
  return {
    id: row.id,
    line: row.line,
    kind: row.kind,
    name: row.shown_name,
    nickname: row.nickname,
    role: row.role,
    environment: row.environment,
    organizationId: row.organization_id,
    organizationName: row.organization_name ?? '',
    givenAt: row.given_at.toISOString(),
    lastUsed: row.last_used_at?.toISOString() ?? null,
    measured: row.idle_since !== null,
    unused: row.unused,
    verdict: row.verdict,
    reason: row.reason,
    decidedBy: only === undefined || row.decider_organization === only ? (row.decider_name ?? '') : '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidable: isOpen && mayDecideLine(actor, line) && !isOwnRole(line, actor.userId),
  };
};

const orders = {
  idleSince: 'idle_since',
  name: 'sort_shown',
  organizationName: 'sort_organization',
  kind: 'kind',
  givenAt: 'given_at',
} as const satisfies Record<ReviewLineListQuery['sort'], string>;

/** Returns who decides what, for `waitsFor`. Undefined: the actor decides nothing. */
export const deciderOf = (actor: Actor): Readonly<{ decider: number; company: number | undefined }> | undefined => {
  if (may(actor, 'review-round.decide')) return { decider: actor.userId, company: undefined };
  const { organizationId } = actor;
  return may(actor, 'review-round.decide', { organizationId })
    ? { decider: actor.userId, company: organizationId }
    : undefined;
};

const noFilter = { words: undefined, kind: undefined, state: undefined, unused: undefined } as const;

/** Returns a page of a round's lines that the reader sees. The reader sees something of the round. */
export const readLines = async (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  round: number,
  { sort, order, search, kind, state, unused, mine, ...place }: ReviewLineListQuery,
  size: number,
) => {
  const { only } = sightOf(actor);
  const own = mine ? (deciderOf(actor) ?? { decider: 0, company: 0 }) : { decider: undefined, company: undefined };
  const filters = { round, only, words: containing(search), kind, state, unused: unused && true, ...own } as const;
  const { rows, ...rest } = await readPage(db, filters, { ...place, size, sort: orders[sort], order });
  return { lines: rows.map((row) => lineOf(row, actor, only)), ...rest };
};

const countLines = statement((db, given: Given<Filters>) =>
  db.selectFrom(selectLines(db, given).as('line')).select(sql<string>`count(*)`.as('waiting')),
);

/** Returns how many lines of a round the actor may decide. */
export const countWaiting = async ({ db }: Pick<Services, 'db'>, actor: Actor, round: number): Promise<number> => {
  const own = deciderOf(actor);
  if (!own) return 0;
  const [found] = await countLines(db, { ...noFilter, round, only: undefined, ...own }, {});
  return Number(found?.waiting ?? 0);
};

/** How many lines of a report are read at once. */
const together = 1_000;

/** Yields all lines of a round that the reader sees, in the order of their numbers within equal uses. */
export async function* allLines(
  services: Pick<Services, 'db'>,
  actor: Actor,
  round: number,
): AsyncGenerator<readonly ReviewLineRow[]> {
  const order = { page: 0, sort: 'idleSince', order: 'asc', search: '' } as const;
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const { lines, next } = await readLines(services, actor, round, { ...order, after }, together);
    yield lines;
    after = next ?? undefined;
  }
}
