import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { OwnHistory } from '#domain/core/history.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from './full-name.ts';

type Entries = SelectQueryBuilder<ReadTables, 'history', ReadTables['history']>;

/** Returns an id that an entry names in its values. */
export const named = (value: string) => sql<number>`(history."values"->>${sql.lit(value)})::integer`;

/**
 * Returns a page of entries with the names of whoever did it and whom it is about, the newest first.
 *
 * @param narrow chooses the entries. Each filter has its index (`projections/history.ts`).
 */
export const newestEntries = (
  db: Kysely<ReadTables>,
  narrow: (entries: Entries) => Entries,
  { size, page = 0 }: Readonly<{ size: number; page?: number }>,
) =>
  db
    .selectFrom(
      narrow(db.selectFrom('history').selectAll('history'))
        .orderBy('happened_at', 'desc')
        .orderBy('position', 'desc')
        .limit(size)
        .offset(page * size)
        .as('history'),
    )
    .leftJoin('users', 'users.id', 'history.user_id')
    .leftJoin('users as owner', (join) => join.on(sql`owner.id`, '=', named('owner')))
    .leftJoin('organizations', (join) => join.on(sql`organizations.id`, '=', named('organization')))
    .leftJoin('application_addresses as address', (join) =>
      join.onRef('address.application_id', '=', 'history.about_id').on(sql`address.address_id`, '=', named('address')),
    )
    .selectAll('history')
    .select([
      fullName('users').as('user_name'),
      sql<string>`coalesce(owner.email, address.email, organizations.name, '')`.as('about'),
    ])
    .orderBy('history.happened_at', 'desc')
    .orderBy('history.position', 'desc')
    .execute();

/** Returns a value as a text; '' for none. */
const textOf = (value: unknown): string => String(value ?? '');

/** Returns who changed what about one thing of a noun, the newest `size` entries first. */
export const ownHistoryOf = async <Kind extends string, Field extends string>(
  db: Kysely<ReadTables>,
  {
    noun,
    kinds,
  }: OwnHistory & Readonly<{ kinds: Readonly<Record<string, Kind>>; fields: Readonly<Record<Field, unknown>> }>,
  id: number,
  size: number,
) => {
  const rows = await newestEntries(db, (entries) => entries.where('about_noun', '=', noun).where('about_id', '=', id), {
    size,
  });
  return rows.map((row) => ({
    id: row.id,
    kind: kinds[row.kind] as Kind,
    happenedAt: row.happened_at.toISOString(),
    user: row.user_id === 0 ? null : { id: row.user_id, name: row.user_name },
    changes: row.changes.map(({ field, from, to }) => ({ field: field as Field, from: textOf(from), to: textOf(to) })),
    about: row.about,
  }));
};
