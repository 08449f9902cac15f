import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AsOfState } from '#domain/as-of/schema.ts';
import type { EndCause, SpanDetail, SpanNoun } from '#domain/as-of/span.ts';
import type { AsOfSubject } from '#domain/as-of/subjects.ts';
import type { Environment } from '#domain/core/environment.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import { type Given, plannedAnew, statement } from '../sql/statement.ts';

/** The columns of what is asked about. */
const columns = {
  api: 'api_id',
  organization: 'organization_id',
  user: 'user_id',
  'event-topic': 'topic_id',
} as const satisfies Record<AsOfSubject, string>;

/** @property only the organization whose spans the reader may see; undefined: all. */
type Question = {
  id: number;
  at: Date;
  env: Environment | undefined;
  only: number | undefined;
  words: string | undefined;
  state: AsOfState | undefined;
};
type Values = Question & { start: number };

const aboutName = sql`fold_text(coalesce(api.name, main.detail->>'topic', topic.name, category.name, application.name, ''))`;

/** What rows are sorted by. Only this is computed of each. */
const sortKeys = {
  organization: sql`coalesce(organizations.sort_name, '')`,
  name: sql`main.sort_name`,
  api: sql`${aboutName} collate "und-x-icu"`,
  since: sql`main.since`,
};

type Choices = Readonly<{ of: AsOfSubject; sort: keyof typeof sortKeys; order: 'asc' | 'desc'; size: string }>;

type SpanColumns<Kind extends string> = Record<`${Kind}_since` | `${Kind}_until`, Date | null> &
  Record<`${Kind}_cause`, EndCause | null> &
  Record<`${Kind}_by` | `${Kind}_by_is_of`, number | null> &
  Record<`${Kind}_by_name`, string | null>;

/** `id` is null on a page without rows: it only tells the total. */
export type AsOfColumns = SpanColumns<'entitled' | 'in_force' | 'drift'> &
  Readonly<{
    total: string;
    id: string | null;
    noun: SpanNoun;
    subject: string;
    part: number;
    state: AsOfState;
    name: string;
    client: string;
    organization_id: number | null;
    organization_name: string | null;
    api_id: number | null;
    api_name: string | null;
    environment: Environment | null;
    topic_id: number | null;
    topic_name: string | null;
    event_category_id: number | null;
    category_name: string | null;
    application_id: number | null;
    application_name: string | null;
    user_id: number | null;
    user_name: string | null;
    user_is_of: number | null;
    detail: SpanDetail;
    given_by: number | null;
    given_at: Date | null;
    given_name: string | null;
    given_is_of: number | null;
  }>;
/** Joins the names that the things of rows have, or had last. Postgres leaves out a join of which nothing is read. */
const named = (rows: string) => {
  const of = (alias: string, noun: string, column: string) =>
    sql`left join history_things as ${sql.ref(alias)} on ${sql.ref(`${alias}.thing`)} = ${sql.lit(`${noun}-`)} || ${sql.ref(`${rows}.${column}`)}`;
  return sql`left join organizations on organizations.id = ${sql.ref(`${rows}.organization_id`)}
    ${of('api', 'api', 'api_id')}
    ${of('topic', 'event-topic', 'topic_id')}
    ${of('category', 'event-category', 'event_category_id')}
    ${of('application', 'application', 'application_id')}`;
};

const kinds = ['entitled', 'in_force', 'drift'] as const;

/** What a row says of a span of it, and who ended that. */
const columnsOf = (kind: string) => {
  const column = (name: string) => sql.ref(`${kind}.${name}`);
  const as = (name: string) => sql.ref(`${kind}_${name}`);
  return sql`${column('since')} as ${as('since')}, ${column('until')} as ${as('until')}, ${column('cause')} as ${as('cause')},
    ${column('ended_by')} as ${as('by')}, ${fullName(`${kind}_ender`)} as ${as('by_name')},
    ${sql.ref(`${kind}_ender.organization_id`)} as ${as('by_is_of')}`;
};

const joined = (kind: string) => sql`
  left join found as ${sql.ref(kind)} on ${sql.ref(`${kind}.id`)} = ${sql.ref(`page.${kind}_id`)}
  left join users as ${sql.ref(`${kind}_ender`)} on ${sql.ref(`${kind}_ender.id`)} = ${sql.ref(`${kind}.ended_by`)}`;

/** The condition that chooses the spans of a moment, by one index. */
const ofMoment = ({ id, at, env, only }: Pick<Given<Question>, 'id' | 'at' | 'env' | 'only'>, of: AsOfSubject) => sql`
  ${sql.ref(columns[of])} = ${id} and coalesce(until, 'infinity') > ${at} and since <= ${at}
  ${only ? sql`and organization_id = ${only}` : sql``}
  ${env ? sql`and (environment = ${env} or environment is null)` : sql``}`;

/** The tables of a question: the spans that are `found`, and the rows that they make and that are `chosen`. Those of one key become one row. */
const answer = (
  found: RawBuilder<unknown>,
  { words, state }: Pick<Given<Question>, 'words' | 'state'>,
  sortKey: RawBuilder<unknown>,
) => sql`
      found as materialized (select * from ${found}),
      things as (
        select case kind when 'drift' then id else subject || '/' || part end as id,
          max(id) filter (where kind = 'entitled') as entitled_id,
          max(id) filter (where kind = 'in-force') as in_force_id,
          max(id) filter (where kind = 'drift') as drift_id
        from found group by 1
      ),
      matched as materialized (
        select things.*, main.noun, main.subject, main.part, main.name, main.client, main.detail,
          main.organization_id, main.api_id, main.environment, main.topic_id, main.event_category_id,
          main.application_id, main.user_id, main.given_by, main.given_at, ${sortKey} as sort_key,
          case when drift_id is not null then 'drift' when in_force_id is null then 'waiting'
            when entitled_id is null then 'late' else 'working' end as state
        from things join found as main on main.id = coalesce(entitled_id, in_force_id, drift_id)
        ${named('main')}
        where true ${words ? sql`and (organizations.sort_name like ${words} or main.search like ${words} or ${aboutName} like ${words})` : sql``}
      ),
      chosen as (select * from matched where true ${state ? sql`and state = ${state}` : sql``})`;

/** What is read of the rows of a page. Names that nothing is found or sorted by are joined to these only. */
const pageColumns = sql`page.*, ${sql.join(kinds.map(columnsOf))},
  organizations.name as organization_name, api.name as api_name,
  coalesce(page.detail->>'topic', topic.name) as topic_name, category.name as category_name,
  application.name as application_name,
  ${fullName('person')} as user_name, person.organization_id as user_is_of,
  ${fullName('giver')} as given_name, giver.organization_id as given_is_of`;
const pageJoins = sql`${sql.join(kinds.map(joined), sql` `)}
  ${named('page')}
  left join users as person on person.id = page.user_id
  left join users as giver on giver.id = page.given_by`;

/** Reads a page of what was true at a moment. */
export const readSpans = statement((_db, { start, ...question }: Given<Values>, { of, sort, order, size }: Choices) => {
  const inOrder = sql`order by page.sort_key ${sql.raw(order)}, page.id ${sql.raw(order)}`;
  return sql<AsOfColumns>`
      with ${answer(sql`access_spans where ${ofMoment(question, of)}`, question, sortKeys[sort])},
      page as (select * from chosen as page ${inOrder} limit ${sql.lit(Number(size))} offset ${start})
      select counted.total, ${pageColumns}
      from (select count(*) as total from chosen) as counted
      left join page on true
      ${pageJoins}
      ${inOrder}`;
});

/** Spans among which rows are found at once, and rows that are read at once. */
const [foundAtOnce, readAtOnce] = [10_000, 100];

/** A place in an export. All spans of a row have the same one. */
type Place = Readonly<{ subject: string; part: number }>;
type After = Pick<Question, 'id'> & { subject: string; part: number };
/** The last place of a slice. Undefined: it has all that is left. */
type Ends = { endSubject: string | undefined; endPart: number | undefined };

/** The condition that chooses the spans after a place, by one index, whenever they were. */
const isAfter = ({ id, subject, part }: Given<After>, of: AsOfSubject) =>
  sql`${sql.ref(columns[of])} = ${id} and (subject, part) > (${subject}, ${part})`;

/** Finds the place before which, or at which, there are as many spans. None: fewer are left. */
const findEnd = plannedAnew(
  (_db, given: Given<After>, { of, most }: Readonly<{ of: AsOfSubject; most: string }>) => sql<Place>`
    select subject, part from access_spans where ${isAfter(given, of)}
    order by subject, part offset ${sql.lit(Number(most) - 1)} limit 1`,
);

/**
 * Finds the rows of an answer between two places: of each part of it the spans, as Postgres writes a list. The spans
 * between them are taken first (`offset 0`): by the moment Postgres would read those of the whole answer each time.
 */
const findParts = plannedAnew(
  (
    _db,
    { endSubject, endPart, ...question }: Given<Question & After & Ends>,
    { of }: Readonly<{ of: AsOfSubject }>,
  ) => sql<{ spans: string }>`
    with ${answer(
      sql`(
        select * from access_spans where ${isAfter(question, of)}
          ${endSubject && endPart ? sql`and (subject, part) <= (${endSubject}, ${endPart})` : sql``}
        offset 0
      ) as slice where ${ofMoment(question, of)}`,
      question,
      sql`null`,
    )},
    numbered as (
      select array[entitled_id, in_force_id, drift_id] as spans,
        (row_number() over (order by subject, part, id) - 1) / ${sql.lit(readAtOnce)} as number
      from chosen
    )
    select (array_agg(span) filter (where span is not null))::text as spans
    from numbered, unnest(spans) as span group by number order by number`,
);

const readPart = statement(
  (_db, { spans }: Given<{ spans: string }>) => sql<AsOfColumns & { id: string }>`
    with ${answer(sql`access_spans where id = any(${spans}::text[])`, { words: undefined, state: undefined }, sql`null`)}
    select 0 as total, ${pageColumns} from chosen as page ${pageJoins} order by page.subject, page.part, page.id`,
);

/**
 * Reads all of what was true at a moment, in parts, in the order of what it is about: a row that changes meanwhile stays at
 * its place. Each statement reads as much as the others, however large the answer is and however far the export.
 *
 * @param most spans among which rows are found at once.
 */
export async function* readAllSpans(
  db: Kysely<ReadTables>,
  question: Question,
  of: AsOfSubject,
  most = foundAtOnce,
): AsyncGenerator<readonly (AsOfColumns & { id: string })[]> {
  const { id } = question;
  for (let place: Place | undefined = { subject: '', part: 0 }; place; ) {
    const { subject, part } = place;
    const [end]: Place[] = await findEnd(db, { id, subject, part }, { of, most: String(most) });
    const ends = { endSubject: end?.subject, endPart: end?.part };
    const parts = await findParts(db, { ...question, subject, part, ...ends }, { of });
    for (const { spans } of parts) yield await readPart(db, { spans }, {});
    place = end;
  }
}

const subjectLimit = 50;

type Subject = Readonly<{ id: number; name: string; second: string }>;
type Sought = { words: string[] | undefined; id: number | undefined; only: number | undefined };

/** Whether a thing is an organization's, or the organization has a span of it. */
const isTheirs = (only: Given<Sought>['only'], column: string, things: string) =>
  only
    ? sql`and (${sql.ref(`${things}.organization_id`)} = ${only} or exists (
        select from access_spans where organization_id = ${only} and ${sql.ref(column)} = ${sql.ref(`${things}.id`)}))`
    : sql``;

/** The APIs, organizations, people or topics that a reader can ask about, also those that are gone. Nobody finds an erased person. */
const subjectsOf = {
  api: ({ only, words, id }: Given<Sought>) => sql`
    select history_apis.id, history_apis.name, coalesce(organizations.name, '') as second
    from history_apis left join organizations on organizations.id = history_apis.organization_id
    where true ${isTheirs(only, 'access_spans.api_id', 'history_apis')}
      ${words ? sql`and fold_text(history_apis.name) like any(${words}::text[])` : sql``}
      ${id ? sql`and history_apis.id = ${id}` : sql``}`,
  organization: ({ only, words, id }: Given<Sought>) => sql`
    select id, name, '' as second from organizations
    where true ${only ? sql`and id = ${only}` : sql``}
      ${words ? sql`and sort_name like any(${words}::text[])` : sql``}
      ${id ? sql`and id = ${id}` : sql``}`,
  user: ({ only, words, id }: Given<Sought>) => sql`
    select users.id, case when erased_at is null then ${fullName('users')} else '' end as name,
      coalesce(organizations.name, '') as second
    from users left join organizations on organizations.id = users.organization_id
    where true ${only ? sql`and users.organization_id = ${only}` : sql``}
      ${words ? sql`and erased_at is null and users.search like any(${words}::text[])` : sql``}
      ${id ? sql`and users.id = ${id}` : sql``}`,
  'event-topic': ({ only, words, id }: Given<Sought>) => sql`
    select things.id, things.name, coalesce(organizations.name, '') as second
    from (
      select substring(thing from '[0-9]+$')::integer as id, name, organization_id from history_things
      where thing like 'event-topic-%'
    ) as things left join organizations on organizations.id = things.organization_id
    where true ${isTheirs(only, 'access_spans.topic_id', 'things')}
      ${words ? sql`and fold_text(things.name) like any(${words}::text[])` : sql``}
      ${id ? sql`and things.id = ${id}` : sql``}`,
} as const satisfies Record<AsOfSubject, unknown>;

/** Finds what a reader can ask about, by words or by number. */
export const findSubjects = statement(
  (_db, given: Given<Sought>, { of }: Readonly<{ of: AsOfSubject }>) => sql<Subject>`
    ${subjectsOf[of](given)} order by name, id limit ${sql.lit(subjectLimit)}`,
);
