import { companyDomainOf } from '#domain/registration/address.ts';
import type { Database } from '#platform/database.ts';
import { inQueue } from '#projections/registration-queue.ts';

/** Everybody who may sign in: also administrators who have not signed in yet, because a mail is how they learn to. */
const mayWork = `u.active and o.status = 'active' and (u.invited_until is null or u.invited_until > now())`;

const idsOf = async (database: Database, condition: string, values: readonly unknown[]): Promise<readonly number[]> => {
  const { rows } = await database.query<{ id: number }>(
    `select u.id from users u join organizations o on o.id = u.organization_id
     where ${mayWork} and (${condition}) order by u.id`,
    [...values],
  );
  return rows.map(({ id }) => id);
};

/** Returns who decides about a request for an account: the portal's administrators, and those of companies in whose queue it is. */
export const reviewersOf = (
  database: Database,
  { email, company }: Readonly<{ email: string; company: string }>,
): Promise<readonly number[]> =>
  idsOf(
    database,
    `u.roles @> '{ROLE_PORTAL_ADMIN}' or u.roles @> '{ROLE_COMPANY_ADMIN}' and ${inQueue<string, string>(String.raw, {
      organization: 'o.id',
      company: 'lower($2)',
      emailDomain: '$1',
    })}`,
    [companyDomainOf(email), company],
  );

/** Returns who hears of an organization's key: whoever added it, and the organization's administrators. */
export const keyReaders = (database: Database, organizationId: number, addedBy: number): Promise<readonly number[]> =>
  idsOf(database, `u.id = $2 or u.organization_id = $1 and u.roles @> '{ROLE_COMPANY_ADMIN}'`, [
    organizationId,
    addedBy,
  ]);

/** Returns the portal's administrators without one of them. */
export const otherAdministrators = (database: Database, userId: number): Promise<readonly number[]> =>
  idsOf(database, `u.roles @> '{ROLE_PORTAL_ADMIN}' and u.id <> $1`, [userId]);
