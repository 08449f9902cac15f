import {
  type DesiredEntity,
  type EntityKind,
  entityKinds,
  type FoundEntity,
  referenceIn,
} from '../admin-api/entity.ts';
import { closed, isClosed, withoutTimes } from './closed-route.ts';
import { agrees, type Step } from './difference.ts';

/**
 * The calls that bring a gateway from its actual to its desired state, in groups. Within a group they take effect in
 * the order written, because each of Kong's timers loads all that is written by then. Routes and plugins have separate
 * timers, so their order is unknown unless Portico waits for the gateway.
 *
 * @property revoke  removes credentials and groups, which takes effect at once.
 * @property prepare adds protection and what it protects: routes stay closed until the protection is in force.
 * @property open    opens routes to callers, and then closes routes that are removed.
 * @property admit   adds groups and credentials, which takes effect at once.
 * @property clean   removes what nobody can reach any more: closed routes, then their protection.
 * @property guarded whether `open` opens routes. Nobody may reach them before `prepare` is in force.
 */
export type Stages = Readonly<{
  revoke: readonly Step[];
  prepare: readonly Step[];
  open: readonly Step[];
  admit: readonly Step[];
  clean: readonly Step[];
  guarded: boolean;
}>;

/** Kinds whose changes take effect at once. Without them a key opens nothing. */
export const countsAtOnce: readonly EntityKind[] = ['acl', 'key-auth', 'oauth2'];

const isOf =
  (...kinds: readonly EntityKind[]) =>
  ({ kind }: { kind: EntityKind }): boolean =>
    kinds.includes(kind);

const removalOf = ({ body: _body, ...entity }: FoundEntity): Step => ({ kind: 'delete', entity });

/**
 * Returns the open routes with their guard.
 *
 * @param secret the guard header's value.
 */
export const closedRoutes = (actual: readonly FoundEntity[], secret: string): DesiredEntity[] =>
  actual
    .filter((entity) => entity.kind === 'route' && !isClosed(entity))
    .map(({ body, ...route }) => ({ ...route, body: closed(withoutTimes(body), secret) }));

const lastFirst = (one: FoundEntity, other: FoundEntity): number =>
  entityKinds.indexOf(other.kind) - entityKinds.indexOf(one.kind);
const routeOf = ({ body }: DesiredEntity): string | undefined => referenceIn(body, 'route');
const onRoutesFirst = (one: DesiredEntity, other: DesiredEntity): number =>
  Number(routeOf(one) === undefined) - Number(routeOf(other) === undefined);

/**
 * Returns the difference in stages. At most one entity that callers reach changes in place: a change of more is planned
 * as a new generation (`generationFor`), which nobody reaches before all of it is in force. For a moment the routes of both
 * generations are open, and each answer is wholly that of one of them. A route that is removed is closed first: the
 * gateway removes its plugins with it, and may take that into force earlier.
 *
 * @param actual Portico's entities, without the canary.
 * @param secret the guard header's value.
 */
export const stagesOf = (desired: readonly DesiredEntity[], actual: readonly FoundEntity[], secret: string): Stages => {
  const actualById = new Map(actual.map((entity) => [entity.id, entity]));
  const wanted = new Set(desired.map(({ id }) => id));
  const going = actual.filter(({ id }) => !wanted.has(id));
  const goingIds = new Set(going.map(({ id }) => id));
  const put = (entity: DesiredEntity): Step[] => {
    const existing = actualById.get(entity.id);
    return existing && agrees(entity.body, existing.body)
      ? []
      : [{ kind: 'put', entity, existed: existing !== undefined }];
  };

  const routes = desired.filter(isOf('route'));
  const opening = routes.filter(({ id }) => {
    const existing = actualById.get(id);
    return existing === undefined || isClosed(existing);
  });
  /** The route of such a plugin has to be made before. */
  const isOnNewRoute = (plugin: DesiredEntity): boolean =>
    opening.some(({ id }) => id === routeOf(plugin) && !actualById.has(id));
  const plugins = desired.filter(isOf('plugin'));
  /** A plugin ends together with its route, service or consumer. Until then it still protects, or rewrites paths. */
  const endsWithIts = ({ body }: FoundEntity): boolean =>
    (['service', 'route', 'consumer'] as const).some((field) => goingIds.has(referenceIn(body, field) ?? ''));
  const goingPlugins = going.filter(isOf('plugin'));

  return {
    revoke: going
      .filter(isOf(...countsAtOnce))
      .toSorted(lastFirst)
      .map(removalOf),
    prepare: [
      ...desired.filter(isOf('service', 'consumer')).flatMap(put),
      // A key's plugin on a route of a lockdown comes before its general plugin, which would otherwise replace the one
      // that rewrites the path there.
      ...plugins
        .filter((plugin) => !isOnNewRoute(plugin))
        .toSorted(onRoutesFirst)
        .flatMap(put),
      ...opening.map((route) => ({ ...route, body: closed(route.body, secret) })).flatMap(put),
      ...plugins.filter(isOnNewRoute).flatMap(put),
    ],
    open: [
      ...goingPlugins
        .filter((plugin) => !endsWithIts(plugin))
        // The opposite order of `prepare`.
        .toSorted((one, other) => onRoutesFirst(other, one))
        .map(removalOf),
      ...routes.flatMap(put),
      ...closedRoutes(going, secret).flatMap(put),
    ],
    admit: desired.filter(isOf(...countsAtOnce)).flatMap(put),
    clean: [
      ...going.filter(isOf('route')),
      ...goingPlugins.filter(endsWithIts),
      ...going.filter(isOf('consumer', 'service')).toSorted(lastFirst),
    ].map(removalOf),
    guarded: opening.length > 0,
  };
};
