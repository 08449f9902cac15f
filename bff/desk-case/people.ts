import { type RawBuilder, sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { isStaff } from '#projections/desk-holders.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';

/** Somebody who may get a case. @property owner_of null: somebody of the staff. */
type Person = Readonly<{ id: number; name: string; owner_of: number | null }>;

/** More of the staff, or more owners, are no choice. */
const most = 100;

const staff = sql<Person>`
  select person.id, ${fullName('person')} as name, null::int as owner_of from users person where ${sql.raw(isStaff('person'))}`;

/** The owners of the applications that operations' APIs belong to. They may read them anyway. */
const ownersWhere = (which: RawBuilder<unknown>) => sql`
  select asked.id as operation, person.id, ${fullName('person')} as name, owners.application_id as owner_of
  from operations asked
    join apis api on api.id = asked.api_id
    join application_owners owners on owners.application_id = api.application_id
    join users person on person.id = owners.user_id
  where ${which} and person.active and person.deleted_at is null and not ${sql.raw(isStaff('person'))}`;

const ownersOf = (operationId: string | undefined) => sql<Person>`
  select id, name, owner_of from (${ownersWhere(sql`asked.id = ${operationId ?? null}::uuid`)}) owners`;

type Open = Pick<Services, 'db'>;

/** @throws RefusedError 404 when there is no such operation. */
const checkOperation = async ({ db }: Open, operationId: string | undefined): Promise<void> => {
  if (operationId === undefined) return;
  const known = await db.selectFrom('operations').select('id').where('id', '=', operationId).executeTakeFirst();
  if (!known) throw new RefusedError(notFound());
};

/**
 * Returns who may get a case: the staff, and then, of an operation, the owners. The first of each by their names.
 *
 * @throws RefusedError 404 when there is no such operation.
 */
export const peopleFor = async (services: Open, operationId: string | undefined): Promise<readonly Person[]> => {
  await checkOperation(services, operationId);
  const { rows } = await sql<Person>`
    (${staff} order by name, id limit ${most}) union all (${ownersOf(operationId)} order by name, id limit ${most})
    order by owner_of nulls first, name, id`.execute(services.db);
  return rows;
};

/** Asks whether somebody may get a case: undefined when they may not. @throws RefusedError 404 when there is no such operation. */
export type MayGet = (operationId: string | undefined) => Person | undefined;

/**
 * Returns who tells whether a person may get a case, of many: also one whom a long list does not show. It asks once for all of them.
 */
export const findPersonFor = async ({ db }: Open, operationIds: readonly string[], userId: number): Promise<MayGet> => {
  const ids = sql`any(${[...operationIds]}::uuid[])`;
  const [ofStaff, owners, known] = await Promise.all([
    sql<Person>`select * from (${staff}) people where id = ${userId}`.execute(db),
    sql<Person & { operation: string }>`${ownersWhere(sql`asked.id = ${ids} and person.id = ${userId}`)}`.execute(db),
    sql<{ id: string }>`select id from operations where id = ${ids}`.execute(db),
  ]);
  const there = new Set(known.rows.map(({ id }) => id));
  const owning = new Map(owners.rows.map(({ operation, ...person }) => [operation, person]));
  return (operationId) => {
    if (operationId !== undefined && !there.has(operationId)) throw new RefusedError(notFound());
    return ofStaff.rows[0] ?? (operationId === undefined ? undefined : owning.get(operationId));
  };
};
