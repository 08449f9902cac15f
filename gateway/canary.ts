import type { DesiredEntity, FoundEntity } from './entity.ts';
import type { GatewayNames } from './gateway-names.ts';
import { closed } from './guard.ts';

/** Where the proxy answers for canaries; each only behind the guard with its own token. */
export const canaryPath = '/portico-probe';

/**
 * Tells which state of the gateway's configuration a worker of its proxy has in force. Kong's workers take routes and
 * plugins into force on two timers, each time all that is written until then. So a route and a plugin of no other use
 * are written after everything else, with a token: a worker that finds the route has every route written before it in
 * force, and one that answers with the token every plugin.
 *
 * @property route, plugin in the order in which they are written.
 */
export type Canary = Readonly<{ token: string; route: DesiredEntity; plugin: DesiredEntity }>;

const routeIdOf = (names: GatewayNames, deploymentId: number): string =>
  names.entityId('deployment', deploymentId, 'canary');
const pluginIdOf = (names: GatewayNames, deploymentId: number): string =>
  names.entityId('deployment', deploymentId, 'canary', 'plugin');

/** @param token known to nobody but Portico: it is also the route's guard. */
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
        config: { status_code: 200, content_type: 'text/plain', body: token },
        tags,
      },
    },
  };
};

/** Whether an entity is the deployment's canary, which is no part of what callers use. */
export const isCanary = (names: GatewayNames, deploymentId: number, { id }: Pick<FoundEntity, 'id'>): boolean =>
  id === routeIdOf(names, deploymentId) || id === pluginIdOf(names, deploymentId);
