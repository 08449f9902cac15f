import type { Actor } from '#domain/core/actor.ts';
import type { Role } from '#domain/core/role.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { Database } from '#platform/database.ts';
import { runPrepared } from '#platform/prepared.ts';

/** A known person with the current values of the read tables. `active`: the person and the organization are. */
export type Person = Readonly<{ actor: Actor; active: boolean; email: string; name: string }>;

/** A row of `personColumns`; every column is null when the read tables do not have the user. */
export type PersonRow = {
  user_id: number | null;
  organization_id: number;
  external: boolean | null;
  roles: Role[];
  owner_apps: number[];
  deciding_apps: number[];
  active: boolean;
  email: string;
  firstname: string;
  lastname: string;
};

/**
 * Columns of a query on `users u left join organizations o` that make a person. They own only what they were named for in
 * their present organization.
 */
export const personColumns = `u.id as user_id, u.organization_id, o.external, u.roles,
  u.active and coalesce(o.status, 'active') = 'active' as active, u.email, u.firstname, u.lastname,
  array(
    select a.application_id from application_owners a
    where a.user_id = u.id and a.organization_id = u.organization_id order by 1
  ) as owner_apps,
  array(
    select a.application_id from application_owners a join applications p on p.id = a.application_id
    where a.user_id = u.id and a.organization_id = u.organization_id and p.maintainers_decide and p.state = 'active' order by 1
  ) as deciding_apps`;

export const personOf = (row: PersonRow): Person | undefined =>
  row.user_id === null
    ? undefined
    : {
        actor: {
          userId: row.user_id,
          organizationId: row.organization_id,
          organizationExternal: row.external !== false,
          roles: row.roles,
          ownerApps: row.owner_apps,
          ...(row.deciding_apps?.length && { decidingApps: row.deciding_apps }),
        },
        active: row.active,
        email: row.email,
        name: fullNameOf(row.firstname, row.lastname),
      };

const conditions = {
  id: 'u.id = $1',
  email: 'u.email_lower = $1',
  identity: 'u.issuer = $1 and u.subject = $2',
} as const;

const findPerson = async (
  database: Database,
  by: keyof typeof conditions,
  values: unknown[],
): Promise<Person | undefined> => {
  const { rows } = await runPrepared<PersonRow>(database, {
    name: `find_person_by_${by}`,
    text: `select ${personColumns} from users u left join organizations o on o.id = u.organization_id
      where ${conditions[by]} order by u.id limit 1`,
    values,
  });
  return rows[0] && personOf(rows[0]);
};

export const findPersonById = (database: Database, id: number) => findPerson(database, 'id', [id]);

export const findPersonByEmail = (database: Database, email: string) =>
  findPerson(database, 'email', [email.toLowerCase()]);

/** Finds a person by their identity at the identity provider. */
export const findPersonByIdentity = (database: Database, issuer: string, subject: string) =>
  findPerson(database, 'identity', [issuer, subject]);
