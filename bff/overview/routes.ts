import { listAllDeployments, listAllKeys } from '#domain/overview/calls.ts';
import { overviewPageSize } from '#domain/overview/schema.ts';
import { listRoutes } from '../http/list-routes.ts';
import { authorizeOpenly } from '../http/route.ts';
import { readAllDeployments } from './all-deployments.ts';
import { readAllKeys } from './all-keys.ts';

/** All deployments and keys of all organizations. */
export const overviewRoutes = [
  ...listRoutes(listAllDeployments, {
    action: 'overview.list',
    summary: 'Every deployment, twenty a page, with how many there are in each environment',
    pageSize: overviewPageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'overview.list');
      return await readAllDeployments(services.db, query, size);
    },
    rowsOf: ({ deployments }) => deployments,
    csv: {
      name: 'deployments.csv',
      columns: {
        Id: ({ id }) => String(id),
        API: ({ apiName }) => apiName,
        Organization: ({ orgName }) => orgName,
        Environment: ({ env }) => env,
        Path: ({ path }) => path,
        Authentication: ({ auth }) => auth,
        Gateway: ({ gateway }) => gateway,
        State: ({ state }) => state,
        Keys: ({ keys }) => String(keys),
        'Changed at': ({ updatedAt }) => updatedAt,
      },
    },
  }),
  ...listRoutes(listAllKeys, {
    action: 'overview.list',
    summary: 'Every key, twenty a page, with how many there are in each environment; no secret is in it',
    pageSize: overviewPageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'overview.list');
      return await readAllKeys(services.db, query, size);
    },
    rowsOf: ({ keys }) => keys,
    csv: {
      name: 'keys.csv',
      columns: {
        Id: ({ id }) => String(id),
        Nickname: ({ nickname }) => nickname,
        API: ({ apiName }) => apiName,
        Organization: ({ orgName }) => orgName,
        Environment: ({ env }) => env,
        Authentication: ({ auth }) => auth,
        State: ({ state }) => state,
        'Created at': ({ createdAt }) => createdAt,
        'Last used': ({ lastUsed }) => lastUsed ?? '',
        'Last day': ({ endsOn }) => endsOn ?? '',
      },
    },
  }),
];
