import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type DeploymentOverviewQuery,
  deploymentOverviewPage,
  type KeyOverviewQuery,
  keyOverviewPage,
} from '#domain/overview/schema.ts';
import { get } from '../../api/old-client.ts';

/** Milliseconds between polls of a list while an operation on the page runs. */
const soon = 3_000;

export const allDeploymentsOptions = (params: DeploymentOverviewQuery) =>
  queryOptions({
    queryKey: ['overview', 'deployments', params],
    queryFn: ({ signal }) => get(deploymentOverviewPage, '/api/all-deployments', params, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.deployments.some(({ state }) => state === 'deploying' || state === 'undeploying') ? soon : false,
  });

export const allKeysOptions = (params: KeyOverviewQuery) =>
  queryOptions({
    queryKey: ['overview', 'keys', params],
    queryFn: ({ signal }) => get(keyOverviewPage, '/api/all-consumers', params, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.keys.some(({ state }) => state === 'adding' || state === 'changing' || state === 'removing') ? soon : false,
  });
