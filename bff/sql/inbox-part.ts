import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import type { InboxKind } from '#domain/inbox/schema.ts';
import type { Settings } from '#platform/settings.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import type { Given } from './statement.ts';

/** What each kind selects of a thing that waits; see `domain/inbox/schema.ts`. */
export type InboxColumns = {
  id: string;
  kind: InboxKind;
  key: string;
  type: string;
  subject: string;
  detail: string;
  asker: string;
  organization: string;
  reason: string;
  seen: string;
  since: Date;
};

/** @property days those of the kind; not given where it has none. */
type InboxClock = Readonly<{ days: number; now: Date }>;

/** What a kind's statement depends on. Every kind has a reader, so that a scope is never empty. */
export type InboxScope = Readonly<{ reader: number; [name: string]: unknown }>;

/**
 * A kind of thing that waits for a decision. Its noun states it, and `bff/inbox/kinds.ts` lists it.
 *
 * @property days    when it is due, in days after it began to wait. Absent: `select` has another column after the others, `due`.
 * @property scopeOf returns which of them the actor may decide, by the authorization table; undefined: none.
 * @property select  selects those that wait, without those that the reader may not decide because they asked.
 */
export type InboxPart<Scope extends InboxScope = InboxScope> = Readonly<{
  kind: InboxKind;
  days?: (settings: Settings) => number;
  scopeOf: (actor: Actor) => Scope | undefined;
  select: (scope: Given<Scope & InboxClock>, db: Kysely<ReadTables>) => RawBuilder<InboxColumns>;
}>;

/** States a kind. Its scope is known to itself only. */
export const inboxPart = <Scope extends InboxScope>(part: InboxPart<Scope>): InboxPart => part as unknown as InboxPart;

/** Selects the columns that all kinds have. Each is an SQL expression. */
export const inboxColumns = (
  kind: InboxKind,
  key: RawBuilder<unknown>,
  columns: Readonly<
    Partial<Record<Exclude<keyof InboxColumns, 'id' | 'kind' | 'key' | 'since'>, RawBuilder<unknown>>>
  > &
    Readonly<{ since: RawBuilder<unknown> }>,
): RawBuilder<InboxColumns> => {
  const text = (column: RawBuilder<unknown> | undefined) => (column ? sql`coalesce(${column}, '')` : sql`''`);
  return sql<InboxColumns>`
    ${sql.lit(`${kind}-`)} || ${key} as id, ${sql.lit(kind)} as kind, (${key})::text as key, ${text(columns.type)} as type,
    ${text(columns.subject)} as subject, ${text(columns.detail)} as detail, ${text(columns.asker)} as asker,
    ${text(columns.organization)} as organization, ${text(columns.reason)} as reason, ${text(columns.seen)} as seen,
    ${columns.since} as since`;
};
