import { type Expression, type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import type { InboxKind, InboxPage, InboxQuery } from '#domain/inbox/schema.ts';
import type { Settings } from '#platform/settings.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import type { Services } from '../http/services.ts';
import { containing } from '../sql/containing.ts';
import type { InboxColumns, InboxScope } from '../sql/inbox-part.ts';
import { type Given, statement } from '../sql/statement.ts';
import { inboxParts } from './kinds.ts';

/** The scopes of the kinds that an actor decides, as values of one statement: `access.reader`, `access.days`. */
type Values = Readonly<Record<string, unknown>> &
  Readonly<{ now: Date; words: string | undefined; isOver: true | undefined }>;

/** Returns the values for an actor. Undefined: the actor decides nothing of this kind, or nothing at all. */
const valuesFor = (
  actor: Actor,
  settings: Settings,
  wanted: InboxKind | undefined,
): Readonly<Record<string, unknown>> | undefined => {
  const values = inboxParts.flatMap(({ kind, days, scopeOf }) => {
    const scope = wanted === undefined || wanted === kind ? scopeOf(actor) : undefined;
    return scope
      ? Object.entries({ ...scope, days: days?.(settings) }).map(([name, value]) => [`${kind}.${name}`, value])
      : [];
  });
  return values.length > 0 ? Object.fromEntries(values) : undefined;
};

/** Returns the values of one kind; undefined: they are not given. */
const scopeIn = (given: Given<Values>, kind: InboxKind) => {
  const scope = Object.entries(given).filter(([name]) => name.startsWith(`${kind}.`));
  return scope.length > 0
    ? (Object.fromEntries(scope.map(([name, value]) => [name.slice(kind.length + 1), value])) as Given<
        InboxScope & { days: number | undefined }
      >)
    : undefined;
};

/** All that waits, of the kinds whose values are given. Each part uses the index on what waits. */
const waitingOf = (db: Kysely<ReadTables>, given: Given<Values>) => {
  const { words, now, isOver } = given as Given<{ now: Date; words?: string; isOver?: true }>;
  const parts = inboxParts.flatMap(({ kind, select }) => {
    const scope = scopeIn(given, kind);
    if (!scope) return [];
    const part = select({ ...scope, now } as never, db);
    // An interval of hours: a day is 24 of them, also when the clock changes.
    return [
      scope.days === undefined
        ? part
        : sql`select part.*, part.since + ${scope.days} * interval '24 hours' as due from (${part}) as part`,
    ];
  });
  const all = sql<InboxColumns & { due: Date }>`(${sql.join(parts, sql` union all `)})`;
  return (
    db
      .selectFrom(all.as('waiting'))
      // What began to wait anew has no part in what was told of before.
      .leftJoin('decision_clocks as clock', (join) =>
        join.on('clock.id', '=', sql<string>`waiting.id`).on('clock.since', '=', sql<Date>`waiting.since`),
      )
      .$if(words !== undefined, (list) =>
        list.where(
          sql<boolean>`fold_text(concat_ws(chr(10), subject, detail, asker, organization, reason)) like ${words}`,
        ),
      )
      .$if(isOver !== undefined, (list) => list.where(sql<boolean>`due < ${now}`))
      .selectAll('waiting')
      .select([
        'clock.escalated_at',
        'clock.escalated_to',
        sql<string>`fold_text(subject)`.as('sort_subject'),
        sql<string>`fold_text(asker)`.as('sort_asker'),
        sql<boolean>`due < ${now as Expression<Date>}::timestamptz`.as('overdue'),
      ])
  );
};

const readWaiting = pageOf(waitingOf);

const countWaiting = statement((db, given: Given<Values>) =>
  db
    .selectFrom(waitingOf(db, given).as('all_of_it'))
    .select([sql<string>`count(*)`.as('waiting'), sql<string>`count(*) filter (where overdue)`.as('overdue')]),
);

const orders = {
  since: 'since',
  due: 'due',
  kind: 'kind',
  subject: 'sort_subject',
  asker: 'sort_asker',
} as const satisfies Record<InboxQuery['sort'], string>;

type Reads = Pick<Services, 'db' | 'settings' | 'now'>;

/** Returns a page of what waits for an actor's decision. */
export const readInbox = async (
  { db, settings, now }: Reads,
  actor: Actor,
  { page, sort, order, search, kind, due }: InboxQuery,
  size: number,
): Promise<InboxPage> => {
  const scopes = valuesFor(actor, settings, kind);
  if (!scopes) return { waiting: [], total: 0, page };
  const values: Values = { ...scopes, now: now(), words: containing(search), isOver: due && true };
  const { rows, total } = await readWaiting(db, values, { page, size, sort: orders[sort], order });
  const waiting = rows.map(({ sort_subject: _subject, sort_asker: _asker, since, due, ...more }) => {
    const { escalated_at: escalatedAt, escalated_to: escalatedTo, ...row } = more;
    return {
      ...row,
      escalatedAt: escalatedAt?.toISOString() ?? null,
      escalatedTo: (escalatedTo ?? []) as InboxPage['waiting'][number]['escalatedTo'],
      since: since.toISOString(),
      due: due.toISOString(),
    };
  });
  return { waiting, total, page };
};

/** Returns how much waits for an actor, and how much of it is overdue. */
export const countInboxOf = async ({ db, settings, now }: Reads, actor: Actor) => {
  const scopes = valuesFor(actor, settings, undefined);
  if (!scopes) return { waiting: 0, overdue: 0 };
  const [found] = await countWaiting(db, { ...scopes, now: now(), words: undefined, isOver: undefined }, {});
  return { waiting: Number(found?.waiting ?? 0), overdue: Number(found?.overdue ?? 0) };
};
