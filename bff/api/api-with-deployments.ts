import { getApi } from '#domain/api/calls.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { listDeploymentsOfApi } from '#domain/deployment/calls.ts';
import { hasAccess } from '../access/access.ts';
import { listDeployments } from '../deployment/queries.ts';
import { route } from '../http/route.ts';
import { apiColumns, apiRowOf, findApi } from './shared/row.ts';

/** An API with parts of several nouns: its deployments and what the user may do. */
export const apiDetailQueries = [
  route(getApi, {
    action: 'api.read',
    summary: 'An API with its deployments, as far as the user may see them',
    handle: async ({ services, actor, parameters: { id } }) => {
      const row = await services.db
        .selectFrom('apis')
        .select([...apiColumns, 'servers', 'deletion', 'stream_version'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new RefusedError(notFound());
      const api = apiRowOf(row);
      const granted = await hasAccess(services.db, actor, api);
      const mine = { applicationId: api.bizappId, organizationId: api.organizationId, granted };
      const { organizationId, organizationExternal } = actor;
      const own = { ...mine, organizationId, organizationExternal };
      const isPublished = api.state === 'published';
      return {
        ...api,
        hasAccess: granted,
        servers: row.servers,
        deletion: row.deletion,
        basedOn: row.stream_version,
        deployments: await listDeployments(services.db, actor, api, granted),
        may: {
          publish: isPublished && may(actor, 'api.publish', mine),
          delete: isPublished && may(actor, 'api.delete', mine),
          deploy: isPublished && may(actor, 'deployment.request', mine),
          seeDeployments: may(actor, 'deployment.list', mine),
          addKey: isPublished && may(actor, 'consumer.add', { ...own, organizationExternal: false }),
          requestAccess: isPublished && !may(actor, 'consumer.add', own) && may(actor, 'access.request', own),
        },
      };
    },
  }),
  route(listDeploymentsOfApi, {
    action: 'api.read',
    summary: 'The deployments of an API, as far as the user may see them',
    handle: async ({ services, actor, parameters: { id } }) => {
      const api = await findApi(services.db, id);
      if (!api) throw new RefusedError(notFound());
      return await listDeployments(services.db, actor, api, await hasAccess(services.db, actor, api));
    },
  }),
];
