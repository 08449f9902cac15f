import { type Kysely, sql } from 'kysely';
import type { OwnHistory } from '#domain/core/history.ts';
import { type Found, searchedTermsOf } from '#domain/history/terms.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from './full-name.ts';
import { partsOfTime } from './parts-of-time.ts';
import { type Given, statement } from './statement.ts';

/**
 * Chooses entries of the history. All that is given must be true of an entry.
 *
 * @property text each of its words begins a word of the entry.
 * @property from the first moment.
 * @property to   the moment after the last one.
 */
export type HistoryFilter = Readonly<Partial<Found & { organization_id: number; text: string; from: Date; to: Date }>>;

/** Returns an id that an entry names in its values. */
export const named = (value: string) => sql<number>`(history."values"->>${sql.lit(value)})::integer`;

/** A page of the parts of time that are read one after the other, until the page is full. */
type Wanted = { terms: string[]; sinces: Date[]; untils: Date[]; slices: (string | null)[]; start: number };

/**
 * Reads entries with all of the terms. Postgres must not see the terms when it plans: where each is common, it would read
 * everything in order, also when no entry has all of them. The condition is there twice, so that Postgres expects few entries
 * and takes the index of the terms. The first one chooses, because it has the slice.
 */
const readEntries = statement((db, wanted: Given<Wanted>, { size }: Readonly<{ size: string }>) => {
  const page = sql<ReadTables['history']>`(
    select history.* from (
      select entry.happened_at, entry.id
      from (
        select * from unnest(${wanted.sinces}::timestamptz[], ${wanted.untils}::timestamptz[], ${wanted.slices}::text[])
          as part (since, until, slice)
        order by since desc
      ) as part
      cross join lateral (
        select happened_at, position, id from history
        where happened_at >= part.since and happened_at < part.until
          and terms @> array_remove(${wanted.terms}::text[] || part.slice, null)
          and terms @> (select ${wanted.terms}::text[])
        offset 0
      ) as entry
      order by part.since desc, entry.happened_at desc, entry.position desc
      limit ${sql.lit(Number(size))} offset ${wanted.start}
    ) as page join history using (happened_at, id))`;
  return db
    .selectFrom(page.as('history'))
    .leftJoin('users', 'users.id', 'history.user_id')
    .leftJoin('users as owner', (join) => join.on(sql`owner.id`, '=', named('owner')))
    .leftJoin('organizations', (join) => join.on(sql`organizations.id`, '=', named('organization')))
    .leftJoin('application_addresses as address', (join) =>
      join.onRef('address.application_id', '=', 'history.about_id').on(sql`address.address_id`, '=', named('address')),
    )
    .selectAll('history')
    .select([
      fullName('users').as('user_name'),
      sql<string>`coalesce(owner.email, address.email, organizations.name, history."values"->>'about', '')`.as('about'),
    ])
    .orderBy('history.happened_at', 'desc')
    .orderBy('history.position', 'desc');
});

type Services = Readonly<{ db: Kysely<ReadTables>; now: () => Date }>;

/**
 * Returns a page of entries with the names of whoever did it and whom it is about, the newest first. Leaves out entries of
 * more than a day after now.
 */
export const newestEntries = async (
  { db, now }: Services,
  { text = '', from, to, ...found }: HistoryFilter,
  { size, page = 0 }: Readonly<{ size: number; page?: number }>,
) => {
  const parts = partsOfTime({ from, to }, now());
  const wanted = {
    terms: searchedTermsOf(found, text),
    sinces: parts.map(({ since }) => since),
    untils: parts.map(({ until }) => until),
    slices: parts.map(({ slice }) => slice),
    start: page * size,
  };
  return await readEntries(db, wanted, { size: String(size) });
};

/** Returns a value as a text: '' for none, a line for each entry of a list. */
const textOf = (value: unknown): string => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));

/** Returns who changed what about one thing of a noun, the newest `size` entries first. */
export const ownHistoryOf = async <Kind extends string, Field extends string>(
  services: Services,
  {
    noun,
    kinds,
  }: OwnHistory & Readonly<{ kinds: Readonly<Record<string, Kind>>; fields: Readonly<Record<Field, unknown>> }>,
  id: number,
  size: number,
) => {
  const rows = await newestEntries(services, { about_noun: noun, about_id: id }, { size });
  return rows.map((row) => ({
    id: row.id,
    kind: kinds[row.kind] as Kind,
    happenedAt: row.happened_at.toISOString(),
    user: row.user_id === 0 ? null : { id: row.user_id, name: row.user_name },
    changes: row.changes.map(({ field, from, to }) => ({ field: field as Field, from: textOf(from), to: textOf(to) })),
    about: row.about,
  }));
};
