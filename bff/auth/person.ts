import type { Actor } from '#domain/core/actor.ts';
import type { Role } from '#domain/core/role.ts';
import type { Database } from '#platform/database.ts';

/** Somebody the portal knows, as the read tables have them now. */
export type Person = Readonly<{ actor: Actor; active: boolean; email: string; name: string }>;

/** A row of `personColumns`; every column is null when the read tables do not have the user. */
export type PersonRow = {
  user_id: number | null;
  organization_id: number;
  external: boolean | null;
  roles: Role[];
  owner_apps: number[];
  active: boolean;
  email: string;
  firstname: string;
  lastname: string;
};

/** What a query on `users u left join organizations o` has to select to make a person. */
export const personColumns = `u.id as user_id, u.organization_id, o.external, u.roles, u.active, u.email, u.firstname, u.lastname,
  array(select a.application_id from application_owners a where a.user_id = u.id order by 1) as owner_apps`;

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
        },
        active: row.active,
        email: row.email,
        name: `${row.firstname} ${row.lastname}`.trim(),
      };

const findPerson = async (database: Database, condition: string, values: unknown[]): Promise<Person | undefined> => {
  const { rows } = await database.query<PersonRow>(
    `select ${personColumns} from users u left join organizations o on o.id = u.organization_id where ${condition}
     order by u.id limit 1`,
    values,
  );
  return rows[0] && personOf(rows[0]);
};

export const findPersonById = (database: Database, id: number) => findPerson(database, 'u.id = $1', [id]);

export const findPersonByEmail = (database: Database, email: string) =>
  findPerson(database, 'u.email_lower = $1', [email.toLowerCase()]);

/** By who they are at the identity provider. */
export const findPersonByIdentity = (database: Database, issuer: string, subject: string) =>
  findPerson(database, 'u.issuer = $1 and u.subject = $2', [issuer, subject]);
