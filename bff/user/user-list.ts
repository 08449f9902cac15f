import { type Kysely, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { Role } from '#domain/core/role.ts';
import { downloadUsers, listUsers } from '#domain/user/calls.ts';
import { type UserListQuery, type UserReportQuery, usersPageSize, wantedRoles } from '#domain/user/row.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { byteOrderMark, csvLines, csvStream } from '../http/csv.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { containing, containingQuickly } from '../sql/containing.ts';
import { type Given, givenOf } from '../sql/statement.ts';
import { standingConditions, userRowOf, usersWithOrganization } from './row.ts';

/** Filters that are values. Which standing is asked for is a choice, because the texts differ. */
type Filters = Readonly<{
  words: readonly string[] | undefined;
  email: string | undefined;
  roles: readonly Role[] | undefined;
  organizations: readonly number[] | undefined;
}>;
type Standing = keyof typeof standingConditions;

const filtered = (
  db: Kysely<ReadTables>,
  { words, email, roles, organizations }: Given<Filters>,
  standing: Standing,
  sort?: string,
) =>
  usersWithOrganization(db)
    .where(standingConditions[standing])
    // Postgres then walks the organizations in this order, instead of sorting all users.
    .$if(sort === 'sort_organization', (list) => list.where('organizations.id', 'is not', null))
    .$if(words !== undefined, (list) => list.where(sql<boolean>`users.search like any(${words}::text[])`))
    .$if(email !== undefined, (list) => list.where(sql<boolean>`users.sort_email like ${email}`))
    .$if(roles !== undefined, (list) => list.where(sql<boolean>`users.roles && ${roles}::text[]`))
    .$if(organizations !== undefined, (list) =>
      list.where(sql<boolean>`users.organization_id = any(${organizations}::int[])`),
    )
    .select([
      'users.sort_firstname',
      'users.sort_lastname',
      'users.sort_email',
      'organizations.sort_name as sort_organization',
      // Who never signed in sorts as the oldest.
      sql<Date>`coalesce(users.last_sign_in, '-infinity')`.as('sort_login'),
    ]);

const readerOf = (standing: Standing) =>
  pageOf((db, given: Given<Filters>, sort) => filtered(db, given, standing, sort));
const readers = {
  active: readerOf('active'),
  invited: readerOf('invited'),
  suspended: readerOf('suspended'),
  disabled: readerOf('disabled'),
  deleted: readerOf('deleted'),
  present: readerOf('present'),
} satisfies Record<Standing, unknown>;

/** A company administrator sees only the people of their own organization. */
const filtersOf = (actor: Actor, { name, email, org, ...query }: UserReportQuery): Filters => {
  const roles = wantedRoles({ name, email, org, ...query });
  const asked = org.length > 0 || may(actor, 'user.export') ? org : [actor.organizationId];
  const seen = asked.filter((organizationId) => may(actor, 'user.list', { organizationId }));
  return {
    words: containingQuickly(name),
    email: containing(email),
    roles: roles.length > 0 ? roles : undefined,
    organizations: asked.length > 0 ? seen : undefined,
  };
};

const sortColumns = {
  id: 'id',
  firstname: 'sort_firstname',
  lastname: 'sort_lastname',
  email: 'sort_email',
  organizationName: 'sort_organization',
  activeStatus: 'active',
  addedDate: 'created_at',
  lastLogin: 'sort_login',
} as const satisfies Record<UserListQuery['sort'], string>;

/** Rows of one statement of the report. */
const reportPart = 1_000;
const header = ['Organization', 'First name', 'Last name', 'E-mail', 'Roles', 'Status', 'Added', 'Last login'];

/** Returns the users as CSV in parts, by id. Each part is one statement, so that memory and transactions stay small. */
async function* userReport(services: Services, actor: Actor, query: UserReportQuery): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([header]);
  const given = givenOf(filtersOf(actor, query));
  for (let after = 0; ; ) {
    const rows = await filtered(services.db, given, query.standing ?? 'present')
      .where('users.id', '>', after)
      .orderBy('users.id')
      .limit(reportPart)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield csvLines(
      rows
        .map((row) => userRowOf(row, services))
        .map(({ organization, firstname, lastname, email, roles, standing, addedDate, lastLogin }) => [
          organization.organizationName,
          firstname,
          lastname,
          email,
          roles.join(' '),
          standing,
          addedDate,
          lastLogin ?? '',
        ]),
    );
    after = last.id;
  }
}

export const userListQueries = [
  route(listUsers, {
    action: 'user.list',
    summary: 'The users: all for a portal administrator, else those of the own organization',
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'user.list', { organizationId: actor.organizationId });
      const { rows, total } = await readers[query.standing ?? 'present'](services.db, filtersOf(actor, query), {
        page: query.page,
        size: usersPageSize,
        sort: sortColumns[query.sort],
        order: query.order,
      });
      return { users: rows.map((row) => userRowOf(row, services)), total, page: query.page };
    },
  }),
  route(downloadUsers, {
    limit: 'export',
    action: 'user.export',
    summary: 'The users as CSV, with the filters of the list',
    handle: async ({ c, services, actor, query }) => {
      authorizeOpenly(actor, 'user.export');
      const { userId, organizationId } = actor;
      // Search words may be personal data, so only the other filters are logged.
      const { name: _name, email: _email, ...filters } = query;
      services.log.info({ userId, organizationId, filters, correlationId: c.get('correlationId') }, 'users exported');
      return csvStream('report.csv', userReport(services, actor, query));
    },
  }),
];
