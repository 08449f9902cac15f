import { type Expression, type Kysely, sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listRoleChanges, listRoleChangesOfUser } from '#domain/user/calls.ts';
import { type UpdatedRoleRow, updatedRolesPageSize } from '#domain/user/manage-form.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { listRoutes } from '../http/list-routes.ts';
import { growingPageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containingQuickly } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

const changes = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('role_changes')
    .leftJoin('users as admin', 'admin.id', 'role_changes.changed_by')
    .leftJoin('users', 'users.id', 'role_changes.user_id')
    .leftJoin('users as second', 'second.id', 'role_changes.approved_by')
    .leftJoin('organizations', 'organizations.id', 'role_changes.changed_by_organization')
    .selectAll('role_changes')
    .select([
      'organizations.name as admin_organization',
      'admin.firstname as admin_firstname',
      'admin.lastname as admin_lastname',
      'admin.email as admin_email',
      'users.firstname as user_firstname',
      'users.lastname as user_lastname',
      'users.email as user_email',
      fullName('second').as('approved_by_name'),
      'organizations.sort_name as sort_organization',
      'admin.sort_firstname as sort_admin_firstname',
      'admin.sort_lastname as sort_admin_lastname',
      'admin.sort_email as sort_admin_email',
      'users.sort_firstname as sort_user_firstname',
      'users.sort_lastname as sort_user_lastname',
      'users.sort_email as sort_user_email',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof changes>['execute']>>[number];

const rowOf = (row: Row): UpdatedRoleRow => ({
  id: row.id,
  adminOrganizationName: row.admin_organization ?? '',
  adminFirstName: row.admin_firstname ?? '',
  adminLastName: row.admin_lastname ?? '',
  adminEmail: row.admin_email ?? '',
  approvedBy: row.approved_by === null ? '' : row.approved_by_name,
  userId: row.user_id,
  userFirstName: row.user_firstname ?? '',
  userLastName: row.user_lastname ?? '',
  userEmail: row.user_email ?? '',
  oldRole: row.from_roles,
  newRole: row.to_roles,
  updatedAt: row.changed_at.toISOString(),
});

/** Finds the people and organizations with the words first, by their indexes. Few people change roles. */
const withWords = (words: Expression<unknown>) => sql<boolean>`(
  role_changes.user_id in (select id from users where search like any(${words}::text[]))
  or role_changes.changed_by in (
    select id from users where search like any(${words}::text[]) and id in (select changed_by from role_changes))
  or role_changes.changed_by_organization in (select id from organizations where sort_name like any(${words}::text[])))`;

const readChanges = growingPageOf((db, { words }: Given<Readonly<{ words: readonly string[] | undefined }>>) =>
  changes(db).$if(words !== undefined, (list) => list.where(withWords(words as NonNullable<typeof words>))),
);

const sortColumns = {
  updatedAt: 'changed_at',
  adminOrganizationName: 'sort_organization',
  adminFirstName: 'sort_admin_firstname',
  adminLastName: 'sort_admin_lastname',
  adminEmail: 'sort_admin_email',
  userFirstName: 'sort_user_firstname',
  userLastName: 'sort_user_lastname',
  userEmail: 'sort_user_email',
} as const;

/** The dock shows the newest entries. More would not be read there. */
const historyLength = 20;

export const roleChangeQueries = [
  ...listRoutes(listRoleChanges, {
    action: 'role-change.list',
    summary: 'Who changed whose roles, the newest first',
    pageSize: updatedRolesPageSize,
    read: async ({ services, actor, query: { sort, search, ...query } }, size) => {
      authorizeOpenly(actor, 'role-change.list');
      const wanted = { ...query, size, sort: sortColumns[sort], filled: ['changed_at' as const] };
      const { rows, ...place } = await readChanges(services.db, { words: containingQuickly(search) }, wanted);
      return { updatedRoles: rows.map(rowOf), ...place };
    },
    rowsOf: ({ updatedRoles }) => updatedRoles,
    csv: {
      name: 'role-changes.csv',
      columns: {
        'Admin organization': ({ adminOrganizationName }) => adminOrganizationName,
        'Admin first name': ({ adminFirstName }) => adminFirstName,
        'Admin last name': ({ adminLastName }) => adminLastName,
        'Admin e-mail': ({ adminEmail }) => adminEmail,
        'User first name': ({ userFirstName }) => userFirstName,
        'User last name': ({ userLastName }) => userLastName,
        'User e-mail': ({ userEmail }) => userEmail,
        'Old roles': ({ oldRole }) => oldRole.join(' '),
        'New roles': ({ newRole }) => newRole.join(' '),
        'Updated at': ({ updatedAt }) => updatedAt,
        'Approved by': ({ approvedBy }) => approvedBy,
      },
    },
  }),
  route(listRoleChangesOfUser, {
    action: 'user.read',
    summary: 'The changes of a user’s roles, the newest first',
    handle: async ({ services: { db }, actor, query }) => {
      const user = await db.selectFrom('users').select('organization_id').where('id', '=', query.id).executeTakeFirst();
      if (!user || !may(actor, 'user.read', { userId: query.id, organizationId: user.organization_id }))
        throw new RefusedError(notFound());
      const rows = await db
        .selectFrom('role_changes')
        .leftJoin('users', 'users.id', 'role_changes.changed_by')
        .leftJoin('users as second', 'second.id', 'role_changes.approved_by')
        .selectAll('role_changes')
        .select([fullName('users').as('changed_by_name'), fullName('second').as('approved_by_name')])
        .where('role_changes.user_id', '=', query.id)
        .orderBy('role_changes.changed_at', 'desc')
        .orderBy('role_changes.id')
        .limit(historyLength)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        oldRole: row.from_roles,
        newRole: row.to_roles,
        updatedAt: row.changed_at.toISOString(),
        user: row.changed_by === 0 ? null : { id: row.changed_by, name: row.changed_by_name },
        approvedBy: row.approved_by === null ? null : { id: row.approved_by, name: row.approved_by_name },
      }));
    },
  }),
];
