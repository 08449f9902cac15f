import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { ApiDetail } from '#domain/api/schema.ts';
import { environmentSchema } from '#domain/core/environment.ts';
import { callPaths, type ExampleCall } from '#domain/deployment/call-paths.ts';
import { gatewayConfig } from '#domain/deployment/gateway-config.ts';
import {
  type DeployBody,
  type DeploymentPreview,
  deploymentForm,
  deploymentPreview,
  type Requested,
  requested,
} from '#domain/deployment/schema.ts';
import { resourceOption } from '#domain/resource/schema.ts';
import { consumersKey } from '../../../api/consumers-key.ts';
import { command, get } from '../../../api/old-client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';
import { apisKey } from '../../api/shared/queries.ts';

const deploymentsKey = [...apisKey, 'deployments'] as const;
const minute = 60_000;

/** Reads one deployment for the form. The form always starts with the current state, not with cached data. */
export const deploymentOptions = (id: number) =>
  queryOptions({
    queryKey: [...deploymentsKey, id],
    queryFn: ({ signal }) => get(deploymentForm, `/api/swaggers/deployment/${id}`, {}, signal),
    gcTime: 0,
  });

/** Reads how to call the paths of an API's description. */
export const callPathsOptions = (api: Pick<ApiDetail, 'id' | 'revision'>) =>
  queryOptions({
    queryKey: [...deploymentsKey, 'calls', api.id, api.revision],
    queryFn: ({ signal }) => get(callPaths, `/api/swagger/${api.id}/calls`, {}, signal),
  });

/**
 * Returns an example operation with the path at a deployment, and the prefix before any path of the description.
 * Returns undefined until they are known.
 */
export const useCallPaths = (
  api: Pick<ApiDetail, 'id' | 'revision'>,
  deploymentId: number,
): Readonly<{ prefix: string; example: ExampleCall | null }> | undefined => {
  const { data, isPending, isFetching } = useQuery(callPathsOptions(api));
  const own = data?.deployments.find(({ id }) => id === deploymentId);
  // A new deployment is not in the earlier response.
  if (isPending || (!own && isFetching)) return undefined;
  const prefix = own?.prefix ?? '';
  const example = data?.example;
  return { prefix, example: example ? { ...example, path: `${prefix}${example.path}` } : null };
};

/** Reads the environments that the user may deploy to. */
export const environmentsOptions = queryOptions({
  queryKey: ['environments'],
  queryFn: ({ signal }) => get(z.array(environmentSchema), '/api/all-environments', {}, signal),
  staleTime: minute,
});

/** Reads the gateways that the user may deploy to. */
export const gatewaysOptions = queryOptions({
  queryKey: ['resources', 'KONG'],
  queryFn: ({ signal }) => get(z.array(resourceOption), '/api/resources', { type: 'KONG' }, signal),
  staleTime: minute,
});

export const deployCommand: CommandDefinition<DeployBody, Requested> = {
  call: (body, context) => command(requested, 'POST', '/api/swagger/deploy', body, context),
  invalidates: [apisKey],
  failure: 'deployments.deploy-failed',
  // In milliseconds. The form shows the error first.
  failureDelay: 1_000,
};

/** Reads what deploying would change on the gateway. */
export const previewCommand: CommandDefinition<DeployBody, DeploymentPreview> = {
  call: (body, context) => command(deploymentPreview, 'POST', '/api/swagger/deploy/preview', body, context),
  invalidates: [],
};

/** Reads the gateway's current configuration of a deployment. */
export const gatewayConfigOptions = (id: number) =>
  queryOptions({
    queryKey: [...deploymentsKey, id, 'kong-config'],
    queryFn: ({ signal }) => get(gatewayConfig, `/api/swaggers/deployment/${id}/kong-config`, {}, signal),
    refetchOnWindowFocus: false,
  });

export const undeployCommand: CommandDefinition<number, Requested> = {
  call: (id, context) => command(requested, 'DELETE', `/api/swaggers/deployment/${id}`, undefined, context),
  invalidates: [apisKey, consumersKey],
};
