import { sql } from 'kysely';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { isStaff } from '#projections/desk-holders.ts';
import type { Services } from '../http/services.ts';
import { fullName } from '../sql/full-name.ts';

/** Somebody who may get a case. @property owner_of null: somebody of the staff. */
type Person = Readonly<{ id: number; name: string; owner_of: number | null }>;

/** More are no choice. */
const most = 100;

/**
 * Returns who may get a case: the staff, and of an operation the owners of the application that its API belongs to, who may read it
 * anyway. Staff first.
 *
 * @throws RefusedError 404 when there is no such operation.
 */
export const peopleFor = async (
  { db }: Pick<Services, 'db'>,
  operationId: string | undefined,
): Promise<readonly Person[]> => {
  if (operationId !== undefined) {
    const known = await db.selectFrom('operations').select('id').where('id', '=', operationId).executeTakeFirst();
    if (!known) throw new RefusedError(notFound());
  }
  const { rows } = await sql<Person>`
    select person.id, ${fullName('person')} as name, null::int as owner_of from users person where ${sql.raw(isStaff('person'))}
    union all
    select person.id, ${fullName('person')}, owners.application_id
    from operations asked
      join apis api on api.id = asked.api_id
      join application_owners owners on owners.application_id = api.application_id
      join users person on person.id = owners.user_id
    where asked.id = ${operationId ?? null}::uuid and person.active and person.deleted_at is null
      and not ${sql.raw(isStaff('person'))}
    order by owner_of nulls first, name, id limit ${most}`.execute(db);
  return rows;
};
