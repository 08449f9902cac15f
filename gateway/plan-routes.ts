import { nameInEnvironment } from '#domain/core/environment.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { lockedPaths, type SpecOperations } from '#domain/deployment/lockdown.ts';
import type { GatewayNames } from '#platform/gateway-names.ts';
import type { DesiredEntity, KongObject } from './entity.ts';

type Placed = Pick<DeploymentConfig, 'contextPath' | 'environment'>;

const routeName = ({ contextPath, environment }: Placed): string => nameInEnvironment(contextPath, environment);

/** What the gateway calls the route and answers under: `/payments-dev`. */
export const proxyPath = (config: Placed): string => `/${routeName(config)}`;

/**
 * Where the upstream is called when a lockdown decides: the part of the path that the route's expression has caught,
 * behind the target's own path. Kong takes the whole match of an expression away, so the route can't do it itself.
 * Null without a lockdown. A `$` would begin a template.
 */
export const lockedUri = ({ upstreamUrl, lockdown }: DeploymentConfig): string | null =>
  lockdown && `${new URL(upstreamUrl).pathname.replace(/\/$/, '').replaceAll('$', '%24')}$(uri_captures.rest)`;

/** A call that tells whether the gateway does what the plan says. */
export type RouteProbe = Readonly<{ method: string; path: string; wanted: 'live' | 'missing' }>;

export type PlannedRoutes = Readonly<{ entities: readonly DesiredEntity[]; probes: readonly RouteProbe[] }>;

/**
 * The routes of a deployment: one that takes everything under its path; with a lockdown one for each set of methods in
 * the description, with an expression for each of its paths, and one for the token endpoint where there is one. What
 * matches none is the gateway's own 404.
 *
 * @param operations what the description lets callers do; undefined without a lockdown.
 */
export const planRoutes = (
  deploymentId: number,
  config: DeploymentConfig,
  operations: SpecOperations | undefined,
  names: GatewayNames,
): PlannedRoutes => {
  const name = routeName(config);
  const path = proxyPath(config);
  const route = (label: string, own: KongObject & { name: string }, ...id: string[]): DesiredEntity => ({
    kind: 'route',
    id: names.entityId('deployment', deploymentId, 'route', ...id),
    label,
    body: {
      hosts: null,
      protocols: ['http', 'https'],
      service: { id: names.serviceId(deploymentId) },
      tags: names.tags(deploymentId),
      ...own,
    },
  });
  if (!operations) {
    return {
      entities: [route('route', { name, paths: [path], methods: null, strip_path: true })],
      probes: [{ method: 'GET', path, wanted: 'live' }],
    };
  }
  const groups = lockedPaths(operations, config.upstreamUrl);
  const [first] = groups;
  const tokens = config.authentication !== 'apikey';
  return {
    entities: [
      ...groups.map(({ methods, patterns }) =>
        route(
          `route ${methods.join(' ')}`,
          {
            name: `${name}.${methods.join('-').toLowerCase()}`,
            methods,
            paths: patterns.map((pattern) => `~${path}(?<rest>${pattern})$`),
            // Were the path not rewritten, the upstream would be asked for one that it does not have.
            strip_path: false,
          },
          methods.join(' '),
        ),
      ),
      ...(tokens
        ? [
            route(
              'route tokens',
              { name: `${name}.tokens`, methods: ['POST'], paths: [`~${path}/oauth2/token$`], strip_path: true },
              'tokens',
            ),
          ]
        : []),
    ],
    probes: [
      ...(first
        ? [{ method: first.methods[0] ?? 'GET', path: `${path}${first.example}`, wanted: 'live' } as const]
        : []),
      // No path of a description is empty.
      { method: 'GET', path, wanted: 'missing' },
    ],
  };
};
