import { nameInEnvironment } from '#domain/core/environment.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { lockedPaths, type SpecOperations } from '#domain/deployment/lockdown.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { DesiredEntity, KongObject } from './entity.ts';
import type { GatewayNames } from './gateway-names.ts';
import type { Rewriting } from './rewriting.ts';

type Placed = Pick<DeploymentConfig, 'contextPath' | 'environment'>;

const routeName = ({ contextPath, environment }: Placed): string => nameInEnvironment(contextPath, environment);

/** What the gateway calls the route and answers under: `/payments-dev`. */
export const proxyPath = (config: Placed): string => `/${routeName(config)}`;

/**
 * Where the upstream is called when a lockdown decides: the part of the path that the route's expression has caught,
 * behind the target's own path. Kong takes the whole match of an expression away, so the route can't do it itself.
 * Null without a lockdown. A `$` would begin a template.
 */
const lockedUri = ({ upstreamUrl, lockdown }: DeploymentConfig): string | null =>
  lockdown && `${new URL(upstreamUrl).pathname.replace(/\/$/, '').replaceAll('$', '%24')}$(uri_captures.rest)`;

/**
 * A call without credentials that tells whether the gateway does what the plan says.
 *
 * @property wanted `refused` by this very deployment, or `missing`: the gateway knows no route for it.
 */
export type RouteProbe = Readonly<{ method: string; path: string; wanted: 'refused' | 'missing' }>;

/**
 * What a gateway shall hold for a deployment. It is made once and handed on.
 *
 * @property probes    calls that tell whether its routes are there and refuse callers.
 * @property rewriting how a lockdown's calls are rewritten; null without one.
 */
export type DeploymentPlan = Readonly<{
  entities: readonly DesiredEntity[];
  probes: readonly RouteProbe[];
  rewriting: Rewriting | null;
}>;

/** A route of a lockdown is another one where the upstream's path is another one: see `planRoutes`. */
const lockedRouteId = (names: GatewayNames, deploymentId: number, methods: readonly string[], uri: string): string =>
  names.entityId('deployment', deploymentId, 'route', methods.join(' '), uri);

/** How calls of a deployment with a lockdown are rewritten; null without one. */
export const rewritingOf = (
  names: GatewayNames,
  deploymentId: number,
  config: DeploymentConfig,
  operations: SpecOperations | undefined,
): Rewriting | null => {
  const uri = lockedUri(config);
  if (uri === null || !operations) return null;
  const groups = lockedPaths(operations, config.upstreamUrl);
  return { uri, routes: groups.map(({ methods }) => lockedRouteId(names, deploymentId, methods, uri)) };
};

/**
 * The routes of a deployment: one that takes everything under its path; with a lockdown one for each set of methods in
 * the description, with an expression for each of its paths, and one for the token endpoint where there is one. What
 * matches none is the gateway's own 404.
 *
 * A route of a lockdown is another one where the upstream's path is another one: what rewrites its calls is in force at
 * another time than the route, so that neither may change under the other.
 *
 * @param operations what the description lets callers do; undefined without a lockdown.
 */
export const planRoutes = (
  deploymentId: number,
  config: DeploymentConfig,
  operations: SpecOperations | undefined,
  names: GatewayNames,
): DeploymentPlan => {
  const name = routeName(config);
  const path = proxyPath(config);
  const route = (label: string, id: string, own: KongObject & { name: string }): DesiredEntity => ({
    kind: 'route',
    id,
    label,
    body: {
      hosts: null,
      headers: null,
      protocols: ['http', 'https'],
      service: { id: names.serviceId(deploymentId) },
      tags: names.tags(deploymentId),
      ...own,
    },
  });
  if (!operations) {
    return {
      // A path of Kong is a prefix of any text: without its slash, /orders would take /orderly too.
      entities: [
        route('route', names.entityId('deployment', deploymentId, 'route'), {
          name,
          paths: [`~${path}$`, `${path}/`],
          methods: null,
          strip_path: true,
        }),
      ],
      probes: [path, `${path}/`].map((each) => ({ method: 'GET', path: each, wanted: 'refused' })),
      rewriting: null,
    };
  }
  const uri = lockedUri(config) ?? '';
  const groups = lockedPaths(operations, config.upstreamUrl);
  const tokens = config.authentication !== 'apikey';
  return {
    entities: [
      ...groups.map(({ methods, patterns }) => {
        const id = lockedRouteId(names, deploymentId, methods, uri);
        return route(`route ${methods.join(' ')}`, id, {
          name: `${name}.${methods.join('-').toLowerCase()}.${uuidV5(porticoNamespace, uri).slice(0, 6)}`,
          methods,
          paths: patterns.map((pattern) => `~${path}(?<rest>${pattern})$`),
          // Were the path not rewritten, the upstream would be asked for one that it does not have.
          strip_path: false,
        });
      }),
      ...(tokens
        ? [
            route('route tokens', names.entityId('deployment', deploymentId, 'route', 'tokens'), {
              name: `${name}.tokens`,
              methods: ['POST'],
              paths: [`~${path}/oauth2/token$`],
              strip_path: true,
            }),
          ]
        : []),
    ],
    probes: [
      ...groups.map(({ methods, example }) => ({
        method: methods[0] ?? 'GET',
        path: `${path}${example}`,
        wanted: 'refused' as const,
      })),
      // No path of a description is empty.
      { method: 'GET', path, wanted: 'missing' },
    ],
    rewriting: rewritingOf(names, deploymentId, config, operations),
  };
};
