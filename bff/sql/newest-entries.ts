import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { OwnHistory } from '#domain/core/history.ts';
import { type Found, searchedTermsOf, termOfUser } from '#domain/history/terms.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from './full-name.ts';
import { beginning, partsAfter, partsOfTime } from './parts-of-time.ts';
import { type Given, statement } from './statement.ts';
import { undoingOf } from './undoing-of.ts';

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

/**
 * A row's place: entries are sorted by time and position. `older`: what comes after it on the screen. The time is Postgres' own text,
 * because a `Date` has no microseconds.
 */
export type EntryPlace = Readonly<{ side: 'older' | 'newer'; time: string; position: string }>;

/** Selects the time of an entry's place. */
export const placeTime = sql<string>`history.happened_at::text`;

/**
 * Whether an entry's call was made by a person who is erased now. A call of nobody is of the person whom the entry is about: it is
 * their sign-in.
 */
export const isOfErased = sql<boolean>`exists (
  select from users where erased_at is not null and users.id = any(array[
    history.user_id, case when history.user_id = 0 and history.about_noun = 'user' then history.about_id end]))`;

type Services = Readonly<{ db: Kysely<ReadTables>; now: () => Date }>;

/** `size` entries after the first `start` ones, or beside a place. `people`: whoever did it is one of them. */
type Wanted = Readonly<{
  size: number;
  start?: number;
  place?: EntryPlace | undefined;
  people?: readonly number[] | undefined;
}>;

/** Values of a page, and of a count: the parts of time that are read one after the other, until enough is found. */
type Values = {
  terms: string[];
  people: string[] | undefined;
  sinces: Date[];
  untils: Date[];
  slices: (string | null)[];
  start: number;
  time: string | undefined;
  position: string | undefined;
};
type Shape = Readonly<{ size: string; side: EntryPlace['side']; address: boolean }>;

/** By address nobody finds a person who is erased: the entries keep the term until the table is made anew. */
const withoutErased = sql`and not ${isOfErased}`;

const valuesOf = (
  { text = '', from, to, ...found }: HistoryFilter,
  now: Date,
  { start = 0, place, people }: Omit<Wanted, 'size'>,
  slices?: number,
): Values => {
  // The place itself is in the parts: others have its time.
  const parts =
    place?.side === 'newer'
      ? partsAfter({ from: new Date(Math.max(Date.parse(place.time), Number(from ?? 0))), to }, now)
      : partsOfTime(
          { from, to: place ? new Date(Math.min(Date.parse(place.time) + 1, Number(to ?? Infinity))) : to },
          now,
          slices,
        );
  return {
    terms: searchedTermsOf(found, text),
    people: people?.map((id) => termOfUser(id)),
    sinces: parts.map(({ since }) => since),
    untils: parts.map(({ until }) => until),
    slices: parts.map(({ slice }) => slice),
    start,
    time: place?.time,
    position: place?.position,
  };
};

/** The entries of one part of time. See `entryPage`. */
const inParts = (wanted: Given<Values>, { side, address }: Pick<Shape, 'side' | 'address'>, columns: string) => {
  const [order, beyond] = side === 'older' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  return sql`(
        select * from unnest(${wanted.sinces}::timestamptz[], ${wanted.untils}::timestamptz[], ${wanted.slices}::text[])
          as part (since, until, slice)
        order by since ${order}
      ) as part
      cross join lateral (
        select ${sql.raw(columns)} from history
        where happened_at >= part.since and happened_at < part.until
          and terms @> array_remove(${wanted.terms}::text[] || part.slice, null)
          and terms @> (select ${wanted.terms}::text[])
          ${address ? withoutErased : sql``}
          ${wanted.people ? sql`and terms && (select ${wanted.people}::text[])` : sql``}
          ${wanted.time && wanted.position ? sql`and (happened_at, position) ${beyond} (${wanted.time}::timestamptz, ${wanted.position})` : sql``}
        offset 0
      ) as entry`;
};

/**
 * A page of entries with all of the terms. Postgres must not see the terms when it plans: where each is common, it would read
 * everything in order, also when no entry has all of them. The condition is there twice, so that Postgres expects few entries
 * and takes the index of the terms. The first one chooses, because it has the slice.
 */
const entryPage = (wanted: Given<Values>, { size, side, address }: Shape) => {
  const order = side === 'older' ? sql`desc` : sql`asc`;
  return sql<ReadTables['history']>`(
    select history.* from (
      select entry.happened_at, entry.id
      from ${inParts(wanted, { side, address }, 'happened_at, position, id')}
      order by part.since ${order}, entry.happened_at ${order}, entry.position ${order}
      limit ${sql.lit(Number(size))} offset ${wanted.start}
    ) as page join history using (happened_at, id))`;
};

type Builder<Row> = (
  db: Kysely<ReadTables>,
  page: ReturnType<typeof entryPage>,
) => { compile: (db: Kysely<ReadTables>) => CompiledQuery<Row> };

/**
 * Creates a reader of pages: what `build` selects of the entries, the newest first.
 *
 * @returns a function that reads the entries that a filter chooses. It leaves out entries of more than a day after now.
 */
export const entryReader = <Row>(build: Builder<Row>) => {
  const read = statement((db, values: Given<Values>, shape: Shape) => build(db, entryPage(values, shape)));
  return async ({ db, now }: Services, filter: HistoryFilter, wanted: Wanted): Promise<Row[]> =>
    await read(db, valuesOf(filter, now(), wanted), {
      size: String(wanted.size),
      side: wanted.place?.side ?? 'older',
      address: filter.address !== undefined,
    });
};

/**
 * What entries of a file are found by, in one text each. A text for every entry would live as long as all that are found at once, and the
 * process would take 150 MB more (docs/decisions/0137-exports-of-the-audit.md).
 *
 * @property time, position of the last one: its place in the order.
 */
export type EntryPart = Readonly<{ ids: string; times: string; count: number; time: string; position: string }>;

const keyed = statement(
  (_db, wanted: Given<Values>, { size, side, address, part }: Shape & Readonly<{ part: string }>) => {
    const order = side === 'older' ? sql`desc` : sql`asc`;
    return sql<EntryPart>`select string_agg(id::text, ',' order by place) as ids, string_agg(time, ',' order by place) as times,
      count(*)::integer as count, (array_agg(time order by place desc))[1] as time, (array_agg(position order by place desc))[1] as position
    from (
      select id, happened_at::text as time, position, row_number() over (order by happened_at ${order}, position ${order}) - 1 as place
      from (
        select entry.id, entry.happened_at, entry.position
        from ${inParts(wanted, { side, address }, 'happened_at, position, id')}
        order by part.since ${order}, entry.happened_at ${order}, entry.position ${order} limit ${sql.lit(Number(size))}
      ) as found
    ) as placed group by place / ${sql.lit(Number(part))} order by place / ${sql.lit(Number(part))}`;
  },
);

/**
 * Returns the beginning of the first month that has entries. Each look ends at the first entry, or at partitions that are not there, so a
 * few find it in milliseconds, where the least of all times would be read from all entries.
 */
export const firstMonth = async ({ db, now }: Services): Promise<Date> => {
  const monthAt = (month: number) => new Date(Date.UTC(beginning.getUTCFullYear(), month));
  const today = now();
  let low = 0;
  let high = 12 * (today.getUTCFullYear() - beginning.getUTCFullYear()) + today.getUTCMonth() + 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { rows } = await sql<{ older: boolean }>`
      select exists (select from history where happened_at < ${monthAt(middle)}) as older`.execute(db);
    if (rows[0]?.older) high = middle - 1;
    else low = middle;
  }
  return monthAt(low);
};

/**
 * Returns the keys of the entries that a filter chooses, the newest first. Where all are wanted, most time goes into finding: Postgres
 * looks at all entries of a part of time for each page. So many keys are found at once, in slices only, because a month can have
 * a million entries; and their entries are read in small parts.
 *
 * @param filter its `from` bounds the slices: see `firstMonth`.
 * @param wanted `part`: how many entries are read at once.
 */
export const entryParts = async (
  { db, now }: Services,
  filter: HistoryFilter & Readonly<{ from: Date }>,
  { part, ...wanted }: Omit<Wanted, 'start'> & Readonly<{ part: number }>,
): Promise<EntryPart[]> =>
  await keyed(db, valuesOf(filter, now(), wanted, Number.POSITIVE_INFINITY), {
    size: String(wanted.size),
    side: 'older',
    address: filter.address !== undefined,
    part: String(part),
  });

const counted = statement(
  (_db, wanted: Given<Values>, { size, side, address }: Shape) =>
    sql<{ count: number }>`select count(*)::integer as count from (
      select from ${inParts(wanted, { side, address }, 'id')} limit ${sql.lit(Number(size))}) as found`,
);

/** Returns how many entries a filter chooses, up to `most`. */
export const countEntries = async (
  { db, now }: Services,
  filter: HistoryFilter,
  { most, people }: Readonly<{ most: number; people?: readonly number[] | undefined }>,
): Promise<number> => {
  const values = valuesOf(filter, now(), { people });
  const [found] = await counted(db, values, {
    size: String(most),
    side: 'older',
    address: filter.address !== undefined,
  });
  return found?.count ?? 0;
};

/**
 * Returns a page of entries with the names of whoever did it and whom it is about, the newest first.
 */
export const newestEntries = entryReader((db, page) =>
  db
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
    .orderBy('history.position', 'desc'),
);

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
    ...undoingOf(row),
  }));
};
