import type { Database } from '#platform/database.ts';
import { fromDecidingMaintainers } from '#projections/deciding-maintainers.ts';
import { mayWork } from '#projections/may-work.ts';
import { inQueue } from '#projections/registration-queue.ts';

/**
 * Returns the people who may work in the portal and meet a condition, in a fixed order.
 *
 * @param condition SQL about a user `u` of an organization `o`, with `values` as its parameters.
 */
export const idsOf = async (
  database: Database,
  condition: string,
  values: readonly unknown[],
): Promise<readonly number[]> => {
  const { rows } = await database.query<{ id: number }>(
    `select u.id from users u join organizations o on o.id = u.organization_id
     where ${mayWork} and (${condition}) order by u.id`,
    [...values],
  );
  return rows.map(({ id }) => id);
};

/**
 * Whether a user `u` of an organization `o` decides about a request `r` for an account: the portal's administrators, and those
 * of companies in whose queue it is.
 */
export const decidesRegistration = `(u.roles @> '{ROLE_PORTAL_ADMIN}' or u.roles @> '{ROLE_COMPANY_ADMIN}' and ${inQueue<
  string,
  string
>(String.raw, { organization: 'o.id', company: 'r.sort_company', emailDomain: 'r.email_domain' })})`;

/** A reviewer, and the requests of the last day that wait for them and that they were not told about, the oldest first. */
type Untold = Readonly<{ userId: number; requests: readonly number[] }>;

/** Returns the reviewers who are to be told. @param pause milliseconds between two mails to one reviewer. */
export const untoldReviewers = async (database: Database, pause: number): Promise<readonly Untold[]> => {
  const { rows } = await database.query<Untold>(
    `select u.id as "userId", array_agg(r.id order by r.id) as requests
     from registrations r
     join users u on u.roles && '{ROLE_PORTAL_ADMIN,ROLE_COMPANY_ADMIN}'
     join organizations o on o.id = u.organization_id
     where r.status = 'NEW' and r.requested_at > now() - interval '1 day' and ${mayWork} and ${decidesRegistration}
       and not exists (select from told_reviewers t where t.user_id = u.id and t.registration_id = r.id)
       and not exists (
         select from told_reviewers t where t.user_id = u.id and t.told_at > now() - make_interval(secs => $1))
     group by u.id order by u.id`,
    [pause / 1_000],
  );
  return rows;
};

/** A request that waits, as a mail names it. */
type Waiting = Readonly<{ id: number; firstname: string; lastname: string; company: string }>;

/**
 * Returns the requests that wait for a reviewer's decision: how many, how many of them are new, and the newest ten.
 *
 * @param since the number of the oldest new one.
 */
export const waitingFor = async (
  database: Database,
  userId: number,
  since: number,
): Promise<Readonly<{ total: number; fresh: number; newest: readonly Waiting[] }>> => {
  const { rows } = await database.query<Waiting & { total: number; fresh: number }>(
    `select r.id, r.firstname, r.lastname, r.company, (count(*) over ())::integer as total,
       (count(*) filter (where r.id >= $2) over ())::integer as fresh
     from registrations r, users u join organizations o on o.id = u.organization_id
     where u.id = $1 and r.status = 'NEW' and ${decidesRegistration} order by r.id desc limit 10`,
    [userId, since],
  );
  return { total: rows[0]?.total ?? 0, fresh: rows[0]?.fresh ?? 0, newest: rows };
};

/**
 * @property organizationId    whose calls the key makes.
 * @property apiOrganizationId whose API they call. Null: the API is gone.
 * @property addedBy           the user who added it.
 */
type KeyOwners = Readonly<{ organizationId: number; apiOrganizationId: number | null; addedBy: number }>;

/**
 * Returns who hears of an organization's key: the organization's administrators, and whoever added it, as long as they belong to
 * one of the two organizations that share it, or run the portal.
 */
export const keyReaders = (
  database: Database,
  { organizationId, apiOrganizationId, addedBy }: KeyOwners,
): Promise<readonly number[]> =>
  idsOf(
    database,
    `u.organization_id = $1 and u.roles @> '{ROLE_COMPANY_ADMIN}'
     or u.id = $3 and (u.organization_id in ($1, $2) or u.roles @> '{ROLE_PORTAL_ADMIN}')`,
    [organizationId, apiOrganizationId, addedBy],
  );

/** Returns who is told of a request for access: the maintainers who decide about it, or the portal's administrators. */
export const accessDeciders = async (
  database: Database,
  { requestId, apiId, requestedBy }: Readonly<{ requestId: number; apiId: number | null; requestedBy: number }>,
): Promise<readonly number[]> => {
  const { rows } = await database.query<{ id: number }>(
    `select u.id ${fromDecidingMaintainers('$1::integer', '$2::integer')} and u.id <> $3 order by u.id`,
    [apiId, requestId, requestedBy],
  );
  return rows.length > 0 ? rows.map(({ id }) => id) : await otherAdministrators(database, requestedBy);
};

/** Returns the portal's administrators without one of them. */
export const otherAdministrators = (database: Database, userId: number): Promise<readonly number[]> =>
  idsOf(database, `u.roles @> '{ROLE_PORTAL_ADMIN}' and u.id <> $1`, [userId]);

/**
 * Returns who hears that an organization loses access: its administrators, and whoever added a key for the API.
 *
 * @param apiId null for an event category.
 * @param except whoever takes the access, who knows.
 */
export const accessReaders = (
  database: Database,
  { organizationId, apiId }: Readonly<{ organizationId: number; apiId: number | null }>,
  except: number,
): Promise<readonly number[]> =>
  idsOf(
    database,
    `u.organization_id = $1 and u.id <> $3 and (u.roles @> '{ROLE_COMPANY_ADMIN}' or exists (
       select from consumers c where c.organization_id = $1 and c.api_id = $2 and c.created_by = u.id))`,
    [organizationId, apiId, except],
  );

/** Returns who hears of a gateway: the administrators of the portal and its gateways, and those of the API's organization. */
export const gatewayReaders = (database: Database, apiId: number): Promise<readonly number[]> =>
  idsOf(
    database,
    `u.roles && '{ROLE_PORTAL_ADMIN,ROLE_KONG_ADMIN}'
     or u.roles @> '{ROLE_COMPANY_ADMIN}' and u.organization_id = (select organization_id from apis where id = $1)`,
    [apiId],
  );

/** Returns who administers what gateways hold. */
export const gatewayAdministrators = (database: Database): Promise<readonly number[]> =>
  idsOf(database, `u.roles @> '{ROLE_KONG_ADMIN}'`, []);

/** Returns who hears that the event log was altered: as the start page has it, administrators and auditors of the whole portal. */
export const logReaders = (database: Database): Promise<readonly number[]> =>
  idsOf(database, `u.roles @> '{ROLE_PORTAL_ADMIN}' or u.roles @> '{ROLE_AUDITOR}' and not o.external`, []);

/**
 * Returns who may be the second person for a change: the portal's administrators, and the people who maintain the API.
 *
 * @param apiId null where the change is about no API.
 * @param except whoever asked.
 */
export const approvers = (database: Database, apiId: number | null, except: number): Promise<readonly number[]> =>
  idsOf(
    database,
    `u.id <> $2 and (u.roles @> '{ROLE_PORTAL_ADMIN}' or exists (
       select from apis a join application_owners w on w.application_id = a.application_id
       where a.id = $1 and w.user_id = u.id and w.organization_id = u.organization_id))`,
    [apiId, except],
  );

/**
 * Returns who decides in a review of access: the portal's administrators, and those of companies with lines in it.
 *
 * @param startedBy also the auditor who started it. Default: nobody.
 */
export const reviewersOf = (
  database: Database,
  organizationIds: readonly number[],
  startedBy = 0,
): Promise<readonly number[]> =>
  idsOf(
    database,
    `u.roles @> '{ROLE_PORTAL_ADMIN}' or u.roles @> '{ROLE_COMPANY_ADMIN}' and u.organization_id = any($1)
     or u.roles @> '{ROLE_AUDITOR}' and u.id = $2`,
    [organizationIds, startedBy],
  );
