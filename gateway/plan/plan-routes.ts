import { nameInEnvironment } from '#domain/core/environment.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { lockedPaths, type SpecOperations } from '#domain/deployment/lockdown.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { DesiredEntity, KongObject } from '../admin-api/entity.ts';
import type { Generation } from '../names/gateway-names.ts';
import { preflightPatterns, preflightsOnly } from './preflight-route.ts';
import type { Rewriting } from './rewriting.ts';

type Placed = Pick<DeploymentConfig, 'contextPath' | 'environment'>;

const routeName = ({ contextPath, environment }: Placed): string => nameInEnvironment(contextPath, environment);

/** Returns the path of a deployment on the gateway: `/payments-dev`. */
export const proxyPath = (config: Placed): string => `/${routeName(config)}`;

/**
 * Returns the template for the upstream's path in a lockdown: the target's own path, then the part of the caller's path
 * that the route's expression captured. The route can't do this itself, because Kong strips the whole match of an
 * expression. Null without a lockdown. A `$` would begin a template, so it is encoded.
 */
const lockedUri = ({ upstreamUrl, lockdown }: DeploymentConfig): string | null =>
  lockdown && `${new URL(upstreamUrl).pathname.replace(/\/$/, '').replaceAll('$', '%24')}$(uri_captures.rest)`;

/**
 * A call without credentials that checks whether a plan is in force.
 *
 * @property wanted `refused` by this deployment itself, or `missing`: the gateway has no route for it.
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

const lockedRouteId = (generation: Generation, methods: readonly string[], uri: string): string =>
  generation.entityId('route', methods.join(' '), uri);

/** Returns how the calls of a deployment with a lockdown are rewritten; null without a lockdown. */
export const rewritingOf = (
  generation: Generation,
  config: DeploymentConfig,
  operations: SpecOperations | undefined,
): Rewriting | null => {
  const uri = lockedUri(config);
  if (uri === null || !operations) return null;
  const groups = lockedPaths(operations, config.upstreamUrl);
  return { uri, routes: groups.map(({ methods }) => lockedRouteId(generation, methods, uri)) };
};

/**
 * Returns the routes of a generation of a deployment. Without a lockdown it is one route for everything under its path. A lockdown has
 * one route for each set of methods in the description, with an expression for each path, and one for the token
 * endpoint if there is one. For any other call the gateway responds 404 itself.
 *
 * @param operations the operations that the description allows; undefined without a lockdown.
 */
export const planRoutes = (
  generation: Generation,
  config: DeploymentConfig,
  operations: SpecOperations | undefined,
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
      service: { id: generation.entityId('service') },
      ...own,
      name: generation.name(own.name),
      tags: generation.tags(own.name),
    },
  });
  if (!operations) {
    return {
      // Kong takes a path as a prefix of any text: without its slash, /orders would match /orderly too.
      entities: [
        route('route', generation.entityId('route'), {
          name,
          paths: [`~${path}$`, `${path}/`],
          methods: null,
          strip_path: true,
        }),
        // It answers as it did, so its fields are as they were.
        ...(config.former?.routes ?? []).map(({ id, fields }) =>
          route('route of before', generation.entityId('route', 'former', id), {
            ...fields,
            name: `${name}.before.${id.slice(0, 8)}`,
          }),
        ),
      ],
      probes: [path, `${path}/`].map((each) => ({ method: 'GET', path: each, wanted: 'refused' })),
      rewriting: null,
    };
  }
  const uri = lockedUri(config) ?? '';
  const groups = lockedPaths(operations, config.upstreamUrl);
  const tokens = config.authentication !== 'apikey';
  const tokenPath = '/oauth2/token';
  const preflights = config.cors ? preflightPatterns(groups, tokens ? [tokenPath] : []) : [];
  const preflightId = generation.entityId('route', 'preflights');
  return {
    entities: [
      ...groups.map(({ methods, patterns }) => {
        const id = lockedRouteId(generation, methods, uri);
        return route(`route ${methods.join(' ')}`, id, {
          name: `${name}.${methods.join('-').toLowerCase()}.${uuidV5(porticoNamespace, uri).slice(0, 6)}`,
          methods,
          paths: patterns.map((pattern) => `~${path}(?<rest>${pattern})$`),
          // Without a rewritten path the upstream would get a path that it does not have.
          strip_path: false,
        });
      }),
      ...(tokens
        ? [
            route('route tokens', generation.entityId('route', 'tokens'), {
              name: `${name}.tokens`,
              methods: ['POST'],
              paths: [`~${path}${tokenPath}$`],
              strip_path: true,
            }),
          ]
        : []),
      ...(preflights.length > 0
        ? [
            route('route preflights', preflightId, {
              name: `${name}.preflights`,
              methods: ['OPTIONS'],
              paths: preflights.map((pattern) => `~${path}${pattern}$`),
              strip_path: false,
            }),
            preflightsOnly(generation, preflightId),
          ]
        : []),
    ],
    probes: [
      ...groups.map(({ methods, example }) => ({
        method: methods[0] ?? 'GET',
        path: `${path}${example}`,
        wanted: 'refused' as const,
      })),
      ...groups
        .filter(({ patterns }) => patterns.some((pattern) => preflights.includes(pattern)))
        .slice(0, 1)
        .map(({ example }) => ({ method: 'OPTIONS', path: `${path}${example}`, wanted: 'refused' as const })),
      // No path in a description is empty.
      { method: 'GET', path, wanted: 'missing' },
    ],
    rewriting: rewritingOf(generation, config, operations),
  };
};
