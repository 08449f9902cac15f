import { missing, RefusedError } from '#domain/core/problem.ts';
import { userDetail, userQuery } from '#domain/user/schema.ts';
import { authorize, route } from '../http/route.ts';

export const userQueries = [
  route({
    method: 'get',
    path: '/api/user',
    action: 'user.read',
    summary: 'The detail of a user, by e-mail address',
    query: userQuery,
    answer: userDetail,
    handle: async ({ services, actor, query }) => {
      const user = await services.db
        .selectFrom('users')
        .innerJoin('organizations', 'organizations.id', 'users.organization_id')
        .selectAll('users')
        .select(['organizations.name as organization_name', 'organizations.external as organization_external'])
        .where('users.email_lower', '=', query.email.toLowerCase())
        .executeTakeFirst();
      if (!user) throw new RefusedError(missing());
      authorize(actor, 'user.read', { userId: user.id, organizationId: user.organization_id });
      const ownerApps = await services.db
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
      };
    },
  }),
];
