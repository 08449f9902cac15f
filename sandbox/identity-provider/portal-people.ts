import type { Role } from '../../domain/core/role.ts';
import type { Pool } from '../../platform/database.ts';
import type { Account } from './accounts.ts';

/** People that the demo did not invent: users of the portal, and those who have asked for an account. */
export type People = Readonly<{
  /** Returns the newest of them, for the sign-in page. */
  list: () => Promise<readonly Account[]>;
  find: (sub: string) => Promise<Account | undefined>;
}>;

type Row = {
  sub: string;
  email: string;
  firstname: string;
  lastname: string;
  organization: string;
  /** Null: the person has no account yet. */
  roles: Role[] | null;
  status: string | null;
};

/** So many buttons, and no more. */
const shown = 40;

/**
 * The number of a person is the same before and after an approval, and so is their `sub`. A user whose identity is another
 * one, such as those that the demo invented, is left out. Nobody is offered whose account was deleted. Their sign-in goes on at the
 * provider, as elsewhere, and the portal refuses them.
 */
const statement = `
  select * from (
    select 'person-' || u.id as sub, u.id, u.email, u.firstname, u.lastname, coalesce(o.name, '') as organization,
      u.roles, null as status
    from users u left join organizations o on o.id = u.organization_id
    where (u.email_lower is not null or $1 = 'person-' || u.id) and u.email like '%@%' and (u.subject is null or u.subject = 'person-' || u.id)
    union all
    select 'person-' || r.user_id, r.user_id, r.email, r.firstname, r.lastname, r.company, null, r.status
    from registrations r
    where r.email_lower like '%@%' and not exists (select from users u where u.id = r.user_id)
      and not exists (select from registrations later where later.email_lower = r.email_lower and later.id > r.id)
  ) as people
  where $1::text is null or sub = $1 order by id desc limit ${shown}`;

const words: Partial<Record<Role, string>> = {
  ROLE_PORTAL_ADMIN: 'Portal administrator',
  ROLE_COMPANY_ADMIN: 'Company administrator',
};

const accountOf = ({ sub, email, firstname, lastname, organization, roles, status }: Row): Account => ({
  sub,
  email,
  emailVerified: true,
  givenName: firstname,
  familyName: lastname,
  role: roles === null ? 'No account yet' : (roles.map((role) => words[role]).find(Boolean) ?? 'User'),
  hint: status === null ? `Of ${organization}.` : `Has asked for an account of ${organization}.`,
});

/** Reads people from the portal's read tables. Before there are tables, there is nobody. */
export const portalPeople = (pool: Pool): People => {
  const read = async (sub: string | null): Promise<readonly Account[]> => {
    const { rows } = await pool.query<Row>(statement, [sub]).catch(() => ({ rows: [] }));
    return rows.map(accountOf);
  };
  return { list: () => read(null), find: async (sub) => (await read(sub))[0] };
};
