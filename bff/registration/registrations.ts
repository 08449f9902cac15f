import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { RegistrationListQuery, RegistrationPage, RegistrationRow } from '#domain/registration/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { inQueue } from '#projections/registration-queue.ts';
import { pageOf } from '../http/page.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

type Queue = Expression<number> | undefined;

/** The organization that most people with the same mail domain belong to. */
const employer = sql<{ id: number }>`(
  select u.organization_id as id from users u
  where registrations.email_domain <> '' and u.email_domain = registrations.email_domain and u.active
  group by u.organization_id order by count(*) desc, u.organization_id limit 1)`;

/**
 * The organization of a request's person: the one that was decided on. While the request waits, it is the one whose queue is
 * read, else the one of most colleagues. The company's name proposes nothing: everybody may write any name.
 */
const organizationOf = (queue: Queue): RawBuilder<number | null> =>
  queue === undefined
    ? sql`coalesce(registrations.organization_id, employer.id)`
    : sql`coalesce(registrations.organization_id, ${queue}::integer)`;

/** Whether the organization has people with the mail domain of the request. */
const colleaguesIn = (queue: Queue) => sql<RegistrationRow['colleagues']>`
  case when registrations.email_domain = '' then 'public'
    when exists (select from users u where u.organization_id = ${organizationOf(queue)} and u.active
      and u.email_domain = registrations.email_domain) then 'some'
    else 'none' end`;

/** The first person of a company is proposed as its administrator. */
const companyAdminOf = (queue: Queue) => sql<boolean>`
  case when registrations.status = 'NEW'
    then not exists (select from users u where u.organization_id = ${organizationOf(queue)}
      and u.active and 'ROLE_COMPANY_ADMIN' = any(u.roles))
    else registrations.company_admin end`;

/** Whether a request belongs to an organization's queue. An approved request belongs to the person's organization. */
export const belongsTo = (queue: Expression<number>) => sql<boolean>`
  case when registrations.organization_id is not null then registrations.organization_id = ${queue}
  else ${inQueue<Expression<unknown>, RawBuilder<boolean>>(sql, {
    organization: queue,
    company: sql.ref('registrations.sort_company'),
    emailDomain: sql.ref('registrations.email_domain'),
  })} end`;

type Filters = Readonly<{
  status: RegistrationRow['status'] | undefined;
  words: string | undefined;
  queue: number | undefined;
  id: number | undefined;
}>;

/** Selects requests with their organization. Postgres looks for that of a mail domain only once. */
const withOrganization = (db: Kysely<ReadTables>, queue: Queue) =>
  db
    .selectFrom('registrations')
    .leftJoin('users as reviewer', 'reviewer.id', 'registrations.decided_by')
    .$if(queue === undefined, (list) =>
      list.leftJoinLateral(employer.as('employer'), (join) => join.on('registrations.organization_id', 'is', null)),
    )
    .selectAll('registrations')
    .select([
      organizationOf(queue).as('organization'),
      sql<string | null>`(select o.name from organizations o where o.id = ${organizationOf(queue)})`.as(
        'organization_name',
      ),
      companyAdminOf(queue).as('role'),
      colleaguesIn(queue).as('colleagues'),
      fullName('reviewer').as('reviewer_name'),
    ]);

type Selected = ReturnType<typeof withOrganization>;

const filtered = (requests: Selected, { status, words, queue, id }: Given<Filters>): Selected =>
  requests
    .$if(id !== undefined, (list) => list.where('registrations.id', '=', id as NonNullable<typeof id>))
    .$if(status !== undefined, (list) => list.where('registrations.status', '=', status as NonNullable<typeof status>))
    .$if(words !== undefined, (list) => list.where('registrations.search', 'like', words as NonNullable<typeof words>))
    .$if(queue !== undefined, (list) => list.where(belongsTo(queue as NonNullable<typeof queue>)));

const registrations = (db: Kysely<ReadTables>, given: Given<Filters>): Selected =>
  filtered(withOrganization(db, given.queue), given);

/** Selects requests without what only the rows of a page show. */
const plainRegistrations = (db: Kysely<ReadTables>, given: Given<Filters>): Selected =>
  filtered(db.selectFrom('registrations').selectAll() as unknown as Selected, given);

type Columns = Awaited<ReturnType<Selected['execute']>>[number];

const rowOf = (row: Columns): RegistrationRow => ({
  id: row.id,
  company: row.company,
  companyAdmin: row.role,
  firstName: row.firstname,
  lastName: row.lastname,
  email: row.email,
  phoneNumber: row.phone_number,
  comments: row.comments,
  createdAt: row.requested_at.toISOString(),
  status: row.status,
  organizationId: row.organization,
  organizationName: row.organization_name ?? '',
  colleagues: row.colleagues,
  reason: row.reason,
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_at && row.reviewer_name,
  erased: row.erased_at !== null,
});

const orders = {
  id: 'id',
  company: 'sort_company',
  role: 'role',
  firstName: 'sort_firstname',
  lastName: 'sort_lastname',
  email: 'email_lower',
  createdAt: 'requested_at',
} as const satisfies Record<RegistrationListQuery['sortBy'], string>;

const readRegistrationsPage = pageOf(
  (db, given: Given<Filters>, sort) => (sort === 'role' ? registrations(db, given) : plainRegistrations(db, given)),
  { rows: registrations },
);

/** Returns a page of requests. @param orgId only those of this organization's queue. */
export const readRegistrations = async (
  db: Kysely<ReadTables>,
  { page, sortBy, order, orgId, id, status, search }: RegistrationListQuery,
  size: number,
): Promise<RegistrationPage> => {
  const filters = {
    status: status === 'ALL' ? undefined : status,
    words: containing(search),
    queue: orgId,
    id,
  };
  const found = await readRegistrationsPage(db, filters, { page, size, sort: orders[sortBy], order });
  return { accessRequests: found.rows.map(rowOf), total: found.total, page };
};

/** Returns those of some requests that there are. @param queue only those of this organization's queue. */
export const findRegistrationIds = async (
  db: Kysely<ReadTables>,
  ids: readonly number[],
  queue: number | undefined,
): Promise<readonly number[]> => {
  const rows = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', 'in', ids)
    .$if(queue !== undefined, (some) => some.where(belongsTo(sql.val(queue ?? 0))))
    .execute();
  return rows.map(({ id }) => id);
};
