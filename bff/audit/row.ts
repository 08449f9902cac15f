import { type Kysely, sql } from 'kysely';
import { actOfType } from '#domain/audit/acts.ts';
import type { AuditRow } from '#domain/audit/schema.ts';
import { erased } from '#domain/core/erased.ts';
import { withoutWrittenValues } from '#domain/deployment/history.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { fullName } from '../sql/full-name.ts';
import { type EntryPart, entryReader, isOfErased, placeTime } from '../sql/newest-entries.ts';
import { type Given, statement } from '../sql/statement.ts';
import { undoingOf } from '../sql/undoing-of.ts';

type Source = Parameters<Parameters<typeof entryReader>[0]>[1];

/** All but `terms`, by which an entry is searched: dozens of words that nobody reads. */
const shown = [
  'history.id',
  'history.kind',
  'history.noun',
  'history.noun_id',
  'history.version',
  'history.position',
  'history.about_noun',
  'history.about_id',
  'history.name',
  'history.happened_at',
  'history.user_id',
  'history.user_organization_id',
  'history.organization_id',
  'history.environment',
  'history.subject',
  'history.address',
  'history.area',
  'history.values',
  'history.changes',
  'history.operation_id',
  'history.outcome',
  'history.undoes',
  'history.undone_by',
  'history.rule',
  'history.roles',
] as const;

/**
 * Entries with the names of whoever did it, of the organization, and of the person whom it is about. `was_erased`: the person of
 * the address, who is not here any more. The entry keeps the address until the table is made anew.
 */
const named = (db: Kysely<ReadTables>, source: Source) =>
  db
    .selectFrom(source.as('history'))
    .leftJoin('users', 'users.id', 'history.user_id')
    .leftJoin('organizations as theirs', 'theirs.id', 'history.user_organization_id')
    .leftJoin('organizations as concerned', 'concerned.id', 'history.organization_id')
    .leftJoin('users as person', (join) =>
      join.onRef('person.id', '=', 'history.about_id').on('history.about_noun', '=', 'user'),
    )
    .select(shown)
    .select([
      fullName('users').as('user_name'),
      'users.organization_id as user_is_of',
      'theirs.name as user_organization_name',
      'concerned.name as organization_name',
      fullName('person').as('person_name'),
      'person.organization_id as person_is_of',
      placeTime.as('place_time'),
      isOfErased.as('was_erased'),
    ])
    .orderBy('history.happened_at', 'desc')
    .orderBy('history.position', 'desc');

export const readEntries = entryReader(named);

export type Row = Awaited<ReturnType<typeof readEntries>>[number];

const ofKeys = statement(
  (db, { ids, times }: Given<{ ids: string; times: string }>, _: Readonly<Record<string, string>>) =>
    named(
      db,
      sql<ReadTables['history']>`(
      select history.* from unnest(string_to_array(${ids}, ',')::uuid[], string_to_array(${times}, ',')::timestamptz[]) as wanted (id, happened_at)
      join history using (happened_at, id))`,
    ),
);

/** Returns the entries of a part of a file, the newest first. */
export const readPart = async (db: Kysely<ReadTables>, { ids, times }: EntryPart): Promise<Row[]> =>
  await ofKeys(db, { ids, times }, {});

/** Returns one entry. */
export const readEntry = async (db: Kysely<ReadTables>, id: string): Promise<Row | undefined> =>
  await named(db, sql<ReadTables['history']>`(select * from history where id = ${id})`).executeTakeFirst();

/**
 * Who reads: everything, or the entries of one organization.
 *
 * @property only the organization; undefined: all.
 */
export type Sight = Readonly<{ only: number | undefined }>;

/** Returns the address of a call. `[erased]` is what a table that is made anew says. */
const addressOf = ({ address, was_erased: wasErased }: Row): string => (address && wasErased ? erased : address);

/**
 * Returns an entry as its reader may see it. Readers of one organization see neither names nor addresses of people of another
 * one, such as the portal's administrators, nor the name of who has left theirs, nor what only those see who may open a deployment.
 */
export const rowOf = (row: Row, { only }: Sight): AuditRow => {
  const isNamed = (organizationId: number | null) => only === undefined || organizationId === only;
  const isOther = only !== undefined && row.user_id !== 0 && row.user_organization_id !== only;
  const hidesSettings = only !== undefined && row.area === 'deployment';
  const { gateway, ...values } = row.values;
  return {
    id: row.id,
    type: row.kind,
    act: actOfType(row.kind),
    noun: row.noun,
    thing: row.noun_id,
    version: row.version,
    about: { noun: row.about_noun, id: row.about_id },
    name: (isNamed(row.person_is_of) && row.person_name) || row.name,
    happenedAt: row.happened_at.toISOString(),
    user:
      row.user_id === 0 || isOther
        ? null
        : {
            id: row.user_id,
            name: isNamed(row.user_is_of) ? row.user_name : '',
            organizationName: row.user_organization_name ?? '',
          },
    isOther,
    organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name ?? '' },
    environment: row.environment,
    subject: row.subject,
    address: isOther ? '' : addressOf(row),
    values: gateway === undefined || only !== undefined ? values : { ...values, gateway },
    changes: hidesSettings ? [] : withoutWrittenValues([...row.changes]),
    operationId: row.operation_id,
    outcome: row.outcome,
    rule: row.rule,
    roles: isOther ? [] : row.roles,
    ...undoingOf(row),
  };
};
