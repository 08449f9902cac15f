import { call } from '../core/call.ts';
import { deploymentOverviewPage, deploymentOverviewQuery, keyOverviewPage, keyOverviewQuery } from './schema.ts';

export const listAllDeployments = call({
  method: 'get',
  path: '/api/all-deployments',
  query: deploymentOverviewQuery,
  response: deploymentOverviewPage,
});

export const listAllKeys = call({
  method: 'get',
  path: '/api/all-consumers',
  query: keyOverviewQuery,
  response: keyOverviewPage,
});
