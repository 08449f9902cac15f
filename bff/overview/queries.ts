import {
  deploymentOverviewPage,
  deploymentOverviewQuery,
  keyOverviewPage,
  keyOverviewQuery,
  overviewPageSize,
} from '#domain/overview/schema.ts';
import { csvFile, csvLimit } from '../http/csv.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { listAllDeployments } from './all-deployments.ts';
import { listAllKeys } from './all-keys.ts';

/** All deployments and keys of all organizations. */
export const overviewQueries = [
  route({
    method: 'get',
    path: '/api/all-deployments',
    action: 'overview.list',
    summary: 'Every deployment, twenty a page, with how many there are in each environment',
    query: deploymentOverviewQuery,
    response: deploymentOverviewPage,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'overview.list');
      return await listAllDeployments(services.db, query, overviewPageSize);
    },
  }),
  route({
    method: 'get',
    path: '/api/all-deployments/download',
    limit: 'export',
    action: 'overview.list',
    summary: 'The deployments as CSV',
    query: deploymentOverviewQuery,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'overview.list');
      const { deployments } = await listAllDeployments(services.db, { ...query, page: 0 }, csvLimit);
      return csvFile('deployments.csv', [
        [
          'Id',
          'API',
          'Organization',
          'Environment',
          'Path',
          'Authentication',
          'Gateway',
          'State',
          'Keys',
          'Changed at',
        ],
        ...deployments.map((row) => [
          String(row.id),
          row.apiName,
          row.orgName,
          row.env,
          row.path,
          row.auth,
          row.gateway,
          row.state,
          String(row.keys),
          row.updatedAt,
        ]),
      ]);
    },
  }),
  route({
    method: 'get',
    path: '/api/all-consumers',
    action: 'overview.list',
    summary: 'Every key, twenty a page, with how many there are in each environment; no secret is in it',
    query: keyOverviewQuery,
    response: keyOverviewPage,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'overview.list');
      return await listAllKeys(services.db, query, overviewPageSize);
    },
  }),
  route({
    method: 'get',
    path: '/api/all-consumers/download',
    limit: 'export',
    action: 'overview.list',
    summary: 'The keys as CSV',
    query: keyOverviewQuery,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'overview.list');
      const { keys } = await listAllKeys(services.db, { ...query, page: 0 }, csvLimit);
      return csvFile('keys.csv', [
        ['Id', 'Nickname', 'API', 'Organization', 'Environment', 'Authentication', 'State', 'Created at', 'Last used'],
        ...keys.map((row) => [
          String(row.id),
          row.nickname,
          row.apiName,
          row.orgName,
          row.env,
          row.auth,
          row.state,
          row.createdAt,
          row.lastUsed ?? '',
        ]),
      ]);
    },
  }),
];
