import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAllDeployments, listAllKeys } from '#domain/overview/calls.ts';
import type { DeploymentOverviewQuery, KeyOverviewQuery } from '#domain/overview/schema.ts';
import { get } from '../../api/client.ts';

/** Milliseconds between polls of a list while an operation on the page runs. */
const soon = 3_000;

export const allDeploymentsOptions = (params: DeploymentOverviewQuery) =>
  queryOptions({
    queryKey: ['overview', 'deployments', params],
    queryFn: ({ signal }) => get(listAllDeployments, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.deployments.some(({ state }) => state === 'deploying' || state === 'undeploying') ? soon : false,
  });

export const allKeysOptions = (params: KeyOverviewQuery) =>
  queryOptions({
    queryKey: ['overview', 'keys', params],
    queryFn: ({ signal }) => get(listAllKeys, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.keys.some(({ state }) => state === 'adding' || state === 'changing' || state === 'removing') ? soon : false,
  });
