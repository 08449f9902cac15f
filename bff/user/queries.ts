import type { Kysely } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { type UserDetail, userByIdQuery, userDetail, userQuery } from '#domain/user/schema.ts';
import { userSettings } from '#domain/user/settings.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorize, route } from '../http/route.ts';

/** Returns a user by id or e-mail address, if the actor may see them. */
const findDetail = async (
  db: Kysely<ReadTables>,
  actor: Actor,
  who: Readonly<{ id: number } | { email: string }>,
): Promise<UserDetail> => {
  const user = await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .selectAll('users')
    .select(['organizations.name as organization_name', 'organizations.external as organization_external'])
    .where((where) =>
      'id' in who ? where('users.id', '=', who.id) : where('users.email_lower', '=', who.email.toLowerCase()),
    )
    .executeTakeFirst();
  if (!user) throw new RefusedError(notFound());
  authorize(actor, 'user.read', { userId: user.id, organizationId: user.organization_id });
  const ownerApps = await db
    .selectFrom('application_owners')
    .innerJoin('applications', 'applications.id', 'application_owners.application_id')
    .select(['applications.id', 'applications.name'])
    .where('application_owners.user_id', '=', user.id)
    .orderBy('applications.name')
    .execute();
  return {
    id: user.id,
    email: user.email,
    roles: user.roles,
    ownerApps,
    firstname: user.firstname,
    lastname: user.lastname,
    organizationId: user.organization_id,
    organizationName: user.organization_name,
    organizationExternal: user.organization_external,
    firstlogin: user.firstlogin,
    phoneNumber: user.phone_number,
    termsAccepted: user.terms_accepted,
  };
};

const byEmail = (path: string) =>
  route({
    method: 'get',
    path,
    action: 'user.read',
    summary: 'The detail of a user, by e-mail address',
    query: userQuery,
    response: userDetail,
    handle: async ({ services, actor, query }) => await findDetail(services.db, actor, query),
  });

export const userQueries = [
  byEmail('/api/user'),
  byEmail('/api/user/detail'),
  route({
    method: 'get',
    path: '/api/userById',
    action: 'user.read',
    summary: 'The detail of a user, by id',
    query: userByIdQuery,
    response: userDetail,
    handle: async ({ services, actor, query }) => await findDetail(services.db, actor, query),
  }),
  route({
    method: 'get',
    path: '/api/user/settings',
    action: 'user.change-own',
    summary: 'How whoever asks wants the portal to look',
    response: userSettings,
    handle: async ({ services, actor }) => {
      authorize(actor, 'user.change-own', { userId: actor.userId });
      const row = await services.db
        .selectFrom('users')
        .select('settings')
        .where('id', '=', actor.userId)
        .executeTakeFirst();
      if (!row) throw new RefusedError(notFound());
      return row.settings;
    },
  }),
];
