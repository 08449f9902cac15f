import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ExampleCall } from '#domain/deployment/call-paths.ts';
import {
  deploy,
  getCallPaths,
  getDeployment,
  getGatewayConfig,
  previewDeployment,
  proposeDeployment,
  removeDeployment,
} from '#domain/deployment/calls.ts';
import { listEnvironments, listResources } from '#domain/resource/list-calls.ts';
import { get } from '../../../api/client.ts';
import { consumersKey } from '../../../api/consumers-key.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';
import { apisKey } from '../../api/shared/queries.ts';

const deploymentsKey = [...apisKey, 'deployments'] as const;
const minute = 60_000;

/** Reads one deployment for the form. The form always starts with the current state, not with cached data. */
export const deploymentOptions = (id: number) =>
  queryOptions({
    queryKey: [...deploymentsKey, id],
    queryFn: ({ signal }) => get(getDeployment, { parameters: { id } }, signal),
    gcTime: 0,
  });

/** Reads free names for a new deployment. A form keeps those that it began with. */
export const proposalOptions = (apiId: number) =>
  queryOptions({
    queryKey: [...deploymentsKey, 'proposal', apiId],
    queryFn: ({ signal }) => get(proposeDeployment, { parameters: { id: apiId } }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

/** Reads how to call the paths of an API's description. */
export const callPathsOptions = (api: Pick<ApiDetail, 'id' | 'revision'>) =>
  queryOptions({
    queryKey: [...deploymentsKey, 'calls', api.id, api.revision],
    queryFn: ({ signal }) => get(getCallPaths, { parameters: { id: api.id } }, signal),
  });

/**
 * @property prefix    before a path of the description.
 * @property prefixFor returns it for an operation with a base path of its own; undefined where the deployment's target does not
 *   lead to it.
 * @property example   an operation with the path at the deployment.
 */
type CallPathsAt = Readonly<{
  prefix: string;
  prefixFor: (basePath: string | undefined) => string | undefined;
  example: ExampleCall | null;
}>;

/** Returns how the paths of a description are called at a deployment; undefined until it is known. */
export const useCallPaths = (
  api: Pick<ApiDetail, 'id' | 'revision'>,
  deploymentId: number,
): CallPathsAt | undefined => {
  const { data, isPending, isFetching } = useQuery(callPathsOptions(api));
  const own = data?.deployments.find(({ id }) => id === deploymentId);
  // A new deployment is not in the earlier response.
  if (isPending || (!own && isFetching)) return undefined;
  const prefix = own?.prefix ?? '';
  const example = data?.example;
  return {
    prefix,
    prefixFor: (basePath) => (basePath === undefined ? prefix : (own?.otherPrefixes[basePath] ?? undefined)),
    example: example ? { ...example, path: `${prefix}${example.path}` } : null,
  };
};

/** Reads the environments that the user may deploy to. */
export const environmentsOptions = queryOptions({
  queryKey: ['environments'],
  queryFn: ({ signal }) => get(listEnvironments, {}, signal),
  staleTime: minute,
});

/** Reads the gateways that the user may deploy to. */
export const gatewaysOptions = queryOptions({
  queryKey: ['resources', 'KONG'],
  queryFn: ({ signal }) => get(listResources, { query: { type: 'KONG' } }, signal),
  staleTime: minute,
});

/** Reads the Redis servers in which the user may have calls counted. */
export const redisesOptions = queryOptions({
  queryKey: ['resources', 'REDIS'],
  queryFn: ({ signal }) => get(listResources, { query: { type: 'REDIS' } }, signal),
  staleTime: minute,
});

export const deployCommand = {
  call: deploy,
  // The failed operation that it answers says so.
  invalidates: [apisKey, ['operations']],
  failure: 'deployments.deploy-failed',
  // In milliseconds. The form shows the error first.
  failureDelay: 1_000,
} satisfies CommandDefinition;

/** Reads what deploying would change on the gateway. */
export const previewCommand = {
  call: previewDeployment,
  invalidates: [],
} satisfies CommandDefinition;

/** Reads the gateway's current configuration of a deployment. */
export const gatewayConfigOptions = (id: number) =>
  queryOptions({
    queryKey: [...deploymentsKey, id, 'kong-config'],
    queryFn: ({ signal }) => get(getGatewayConfig, { parameters: { id } }, signal),
    refetchOnWindowFocus: false,
  });

export const undeployCommand = {
  call: removeDeployment,
  invalidates: [apisKey, consumersKey],
} satisfies CommandDefinition;
