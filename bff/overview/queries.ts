import {
  deploymentOverviewPage,
  deploymentOverviewQuery,
  keyOverviewPage,
  keyOverviewQuery,
  overviewPageSize,
} from '#domain/overview/schema.ts';
import { listRoutes } from '../http/list-routes.ts';
import { authorizeOpenly } from '../http/route.ts';
import { listAllDeployments } from './all-deployments.ts';
import { listAllKeys } from './all-keys.ts';

/** All deployments and keys of all organizations. */
export const overviewQueries = [
  ...listRoutes({
    path: '/api/all-deployments',
    action: 'overview.list',
    summary: 'Every deployment, twenty a page, with how many there are in each environment',
    query: deploymentOverviewQuery,
    response: deploymentOverviewPage,
    pageSize: overviewPageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'overview.list');
      return await listAllDeployments(services.db, query, size);
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
  ...listRoutes({
    path: '/api/all-consumers',
    action: 'overview.list',
    summary: 'Every key, twenty a page, with how many there are in each environment; no secret is in it',
    query: keyOverviewQuery,
    response: keyOverviewPage,
    pageSize: overviewPageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'overview.list');
      return await listAllKeys(services.db, query, size);
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
      },
    },
  }),
];
