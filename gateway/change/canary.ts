import * as z from 'zod';
import type { DesiredEntity, FoundEntity } from '../admin-api/entity.ts';
import type { GatewayNames } from '../names/gateway-names.ts';
import { closed } from './closed-route.ts';

/** The path of all canaries on the proxy. Each canary responds only to its own token. */
export const canaryPath = '/portico-probe';

/**
 * Tells which configuration a worker of the gateway's proxy has in force. Kong's workers load routes and plugins on two
 * timers, and each time they load all that is written by then. So Portico writes a route and a plugin with a token
 * after everything else. A worker that finds the route has loaded all routes written before it. A worker that responds
 * with the token has loaded all plugins. Its response names it and its node.
 *
 * @property route, plugin are written in this order.
 */
export type Canary = Readonly<{ token: string; route: DesiredEntity; plugin: DesiredEntity }>;

const routeIdOf = (names: GatewayNames, deploymentId: number): string =>
  names.entityId('deployment', deploymentId, 'canary');
const pluginIdOf = (names: GatewayNames, deploymentId: number): string =>
  names.entityId('deployment', deploymentId, 'canary', 'plugin');

/** @param token known only to Portico, because it is also the route's guard. */
export const canaryOf = (names: GatewayNames, deploymentId: number, token: string): Canary => {
  const tags = names.tags(deploymentId);
  const routeId = routeIdOf(names, deploymentId);
  return {
    token,
    route: {
      kind: 'route',
      id: routeId,
      label: 'canary route',
      body: closed(
        {
          name: names.nameFor('canary', deploymentId),
          paths: [canaryPath],
          protocols: ['http', 'https'],
          service: null,
          tags,
        },
        token,
      ),
    },
    plugin: {
      kind: 'plugin',
      id: pluginIdOf(names, deploymentId),
      label: 'canary plugin',
      body: {
        name: 'request-termination',
        route: { id: routeId },
        enabled: true,
        // With `echo` the response names the node and the worker.
        config: { status_code: 200, message: token, echo: true },
        tags,
      },
    },
  };
};

/** Returns whether an entity is the deployment's canary, which callers don't use. */
export const isCanary = (names: GatewayNames, deploymentId: number, { id }: Pick<FoundEntity, 'id'>): boolean =>
  id === routeIdOf(names, deploymentId) || id === pluginIdOf(names, deploymentId);

/** A worker of the proxy. A Kong before 2.6 does not name the worker that responds. */
export type SeenWorker = Readonly<{ node: string; worker: string }>;

const response = z.object({
  message: z.string(),
  kong: z.object({ node_id: z.string(), worker_pid: z.number() }).optional().catch(undefined),
});

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the worker that responded with the canary's token; undefined when something else responded. */
export const workerIn = (text: string, token: string): SeenWorker | undefined => {
  const { success, data } = response.safeParse(parsed(text));
  if (!success || data.message !== token) return undefined;
  const { node_id: node = '', worker_pid: pid = 0 } = data.kong ?? {};
  return { node, worker: `${node}/${pid}` };
};
