import { may } from '#domain/core/authorization.ts';
import { listOrganizationOptions } from '#domain/organization/option-calls.ts';
import { route } from '../http/route.ts';
import { relatedTo } from './shared/related-to.ts';

export const organizationQueries = [
  route(listOrganizationOptions, {
    action: 'organization.list',
    summary:
      'Id and name of every organization; to a partner of its own and those that one of them has keys, access or requests of the other',
    handle: async ({ services, actor }) =>
      await services.db
        .selectFrom('organizations')
        .select(['id', 'name', 'external'])
        .where('status', 'in', ['active', 'deactivated'])
        .$if(may(actor, 'organization.list-all'), (list) =>
          list.select(({ eb }) => eb('status', '=', 'deactivated').$castTo<boolean>().as('deactivated')),
        )
        .$if(!may(actor, 'organization.list-all'), (list) => list.where('id', 'in', relatedTo(actor.organizationId)))
        .orderBy('name')
        .orderBy('id')
        .execute(),
  }),
];
