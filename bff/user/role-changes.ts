import { type Expression, type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import {
  roleHistoryEntry,
  type UpdatedRoleRow,
  updatedRolePage,
  updatedRoleQuery,
  updatedRolesPageSize,
  userIdQuery,
} from '#domain/user/manage-schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';
import type { Given } from '../sql/statement.ts';

const changes = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('role_changes')
    .leftJoin('users as admin', 'admin.id', 'role_changes.changed_by')
    .leftJoin('users', 'users.id', 'role_changes.user_id')
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
  userId: row.user_id,
  userFirstName: row.user_firstname ?? '',
  userLastName: row.user_lastname ?? '',
  userEmail: row.user_email ?? '',
  oldRole: row.from_roles,
  newRole: row.to_roles,
  updatedAt: row.changed_at.toISOString(),
});

/** Finds the people and organizations with the words first, by their indexes. Fewer rows than changes have names. */
const withWords = (words: Expression<unknown>) => {
  const people = sql`(select id from users where search like ${words})`;
  const organizations = sql`(select id from organizations where sort_name like ${words})`;
  return sql<boolean>`(role_changes.user_id in ${people} or role_changes.changed_by in ${people}
    or role_changes.changed_by_organization in ${organizations})`;
};

const readChanges = pageOf((db, { words }: Given<Readonly<{ words: string | undefined }>>) =>
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
  route({
    method: 'get',
    path: '/api/updatedRole',
    action: 'role-change.list',
    summary: 'Who changed whose roles, the newest first',
    query: updatedRoleQuery,
    response: updatedRolePage,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'role-change.list');
      const { rows, total } = await readChanges(
        services.db,
        { words: containing(query.search) },
        { page: query.page, size: updatedRolesPageSize, sort: sortColumns[query.sort], order: query.order },
      );
      return { updatedRoles: rows.map(rowOf), total, page: query.page };
    },
  }),
  route({
    method: 'get',
    path: '/api/user/role-history',
    action: 'user.read',
    summary: 'The changes of a user’s roles, the newest first',
    query: userIdQuery,
    response: z.array(roleHistoryEntry),
    handle: async ({ services: { db }, actor, query }) => {
      const user = await db.selectFrom('users').select('organization_id').where('id', '=', query.id).executeTakeFirst();
      if (!user || !may(actor, 'user.read', { userId: query.id, organizationId: user.organization_id }))
        throw new RefusedError(notFound());
      const rows = await db
        .selectFrom('role_changes')
        .leftJoin('users', 'users.id', 'role_changes.changed_by')
        .selectAll('role_changes')
        .select(fullName('users').as('changed_by_name'))
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
      }));
    },
  }),
];
