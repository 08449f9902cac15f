import { agrees, type Step } from './difference.ts';
import {
  type DesiredEntity,
  type EntityKind,
  entityKinds,
  type FoundEntity,
  isKongObject,
  referenceIn,
} from './entity.ts';
import { closed, isClosed, withoutTimes } from './guard.ts';

/**
 * The calls that turn what a gateway holds into what is desired, in groups. Within a group they take effect in the order
 * written, because each of Kong's timers takes everything that is written until then. Routes and plugins have a timer
 * each, so nothing is known about the order between them unless the gateway is waited for.
 *
 * @property revoke  credentials and groups that go: they count at once.
 * @property prepare what protects, and routes that are closed to callers until it is in force.
 * @property open    routes that callers use now, and the closing of those that go.
 * @property admit   groups and credentials: they count at once.
 * @property clean   what nobody reaches any more: closed routes, then what protected them.
 * @property guarded routes that `open` opens, because they must not be reached before `prepare` is in force.
 */
export type Stages = Readonly<{
  revoke: readonly Step[];
  prepare: readonly Step[];
  open: readonly Step[];
  admit: readonly Step[];
  clean: readonly Step[];
  guarded: readonly DesiredEntity[];
}>;

const countsAtOnce: readonly EntityKind[] = ['acl', 'key-auth', 'oauth2'];

const isOf =
  (...kinds: readonly EntityKind[]) =>
  ({ kind }: { kind: EntityKind }): boolean =>
    kinds.includes(kind);

/** The call that takes an entity away. */
export const removalOf = ({ body: _body, ...entity }: FoundEntity): Step => ({ kind: 'delete', entity });

/**
 * The open routes, closed.
 *
 * @param secret what closed routes ask for.
 */
export const closedRoutes = (held: readonly FoundEntity[], secret: string): DesiredEntity[] =>
  held
    .filter((entity) => entity.kind === 'route' && !isClosed(entity))
    .map(({ body, ...route }) => ({ ...route, body: closed(withoutTimes(body), secret) }));

/**
 * The plugins by which a former release has the calls of a whole service rewritten, with a template that only the routes
 * of a lockdown fill in. On any other route it is an error or a wrong path, and without it these routes call a wrong path.
 */
export const serviceRewriters = (held: readonly FoundEntity[]): FoundEntity[] =>
  held.filter(({ kind, body }) => {
    const { config } = body;
    if (kind !== 'plugin' || body.name !== 'request-transformer' || referenceIn(body, 'route')) return false;
    return isKongObject(config) && isKongObject(config.replace) && typeof config.replace.uri === 'string';
  });

const lastFirst = (one: FoundEntity, other: FoundEntity): number =>
  entityKinds.indexOf(other.kind) - entityKinds.indexOf(one.kind);

/**
 * Sorts the difference into stages.
 *
 * A route with plugins of its own (a path lockdown: they say where the upstream is called) is opened only when these are
 * in force. So is every route while nothing of the deployment is open yet. A route that goes is closed and stays as long
 * as it may be in force, with its plugins.
 *
 * @param held   entities of Portico's, without the canary.
 * @param secret what closed routes ask for.
 */
export const stagesOf = (desired: readonly DesiredEntity[], held: readonly FoundEntity[], secret: string): Stages => {
  const heldById = new Map(held.map((entity) => [entity.id, entity]));
  const wanted = new Set(desired.map(({ id }) => id));
  const going = held.filter(({ id }) => !wanted.has(id));
  const goingIds = new Set(going.map(({ id }) => id));

  const put = (entity: DesiredEntity): Step[] => {
    const existing = heldById.get(entity.id);
    return existing && agrees(entity.body, existing.body)
      ? []
      : [{ kind: 'put', entity, existed: existing !== undefined }];
  };
  const close = (entity: DesiredEntity): Step[] => put({ ...entity, body: closed(entity.body, secret) });

  const plugins = desired.filter(isOf('plugin'));
  const withOwnPlugins = new Set(plugins.map(({ body }) => referenceIn(body, 'route')));
  const isBound = ({ id }: { id: string }) => withOwnPlugins.has(id);
  const isOpen = ({ id }: { id: string }) => {
    const existing = heldById.get(id);
    return existing !== undefined && !isClosed(existing);
  };
  const routes = desired.filter(isOf('route'));
  const isServing = held.some((entity) => entity.kind === 'route' && !isClosed(entity));
  const guarded = routes.filter((route) => !isOpen(route) && (isBound(route) || !isServing));

  const goingRoutes = going.filter(isOf('route'));
  const ownPluginsOf = new Set(held.filter(isOf('plugin')).map(({ body }) => referenceIn(body, 'route')));
  const closing = goingRoutes
    .filter((route) => !isClosed(route))
    .map((route) => ({ route, isBound: ownPluginsOf.has(route.id) }));
  const closings = (isBound: boolean): Step[] =>
    closing
      .filter((each) => each.isBound === isBound)
      .flatMap(({ route }) => close({ ...route, body: withoutTimes(route.body) }));

  const services = desired.filter(isOf('service'));
  const moved = services.filter(({ id }) => heldById.has(id)).flatMap(put);
  const openings = (bound: boolean): Step[] => routes.filter((route) => isBound(route) === bound).flatMap(put);

  /** A plugin of something that goes ends with it: until then it still protects, or says where to call. */
  const endsWithIts = ({ body }: FoundEntity): boolean =>
    (['service', 'route', 'consumer'] as const).some((field) => goingIds.has(referenceIn(body, field) ?? ''));
  const goingPlugins = going.filter(isOf('plugin'));
  const hasRoute = ({ body }: FoundEntity) => referenceIn(body, 'route') !== undefined;
  // A key's operation holds no routes: those that its plugins name are there.
  const isOnHeldRoute = ({ body }: DesiredEntity): boolean => {
    const routeId = referenceIn(body, 'route');
    return routeId !== undefined && (heldById.has(routeId) || !routes.some(({ id }) => id === routeId));
  };

  return {
    revoke: going
      .filter(isOf(...countsAtOnce))
      .toSorted(lastFirst)
      .map(removalOf),
    prepare: [
      ...services.filter(({ id }) => !heldById.has(id)).flatMap(put),
      ...desired.filter(isOf('consumer')).flatMap(put),
      // Of a key's own plugins the one on a route of a lockdown comes before the one for everything else, which would
      // take the place of what rewrites the path there.
      ...plugins.filter(isOnHeldRoute).flatMap(put),
      ...plugins.filter(({ body }) => !referenceIn(body, 'route')).flatMap(put),
      ...guarded.flatMap(close),
      ...plugins.filter((plugin) => referenceIn(plugin.body, 'route') && !isOnHeldRoute(plugin)).flatMap(put),
    ],
    open: [
      ...goingPlugins
        .filter((plugin) => !endsWithIts(plugin))
        // In the opposite order.
        .toSorted((one, other) => Number(hasRoute(one)) - Number(hasRoute(other)))
        .map(removalOf),
      ...openings(false),
      // Who calls the upstream by a path of its own must not meet another upstream: such routes close before it moves
      // and open after. While it stays, they open first, so that nobody meets a gap.
      ...(moved.length > 0 ? [...closings(true), ...moved, ...openings(true)] : [...openings(true), ...closings(true)]),
      ...closings(false),
    ],
    admit: desired.filter(isOf(...countsAtOnce)).flatMap(put),
    clean: [
      ...goingRoutes,
      ...goingPlugins.filter(endsWithIts),
      ...going.filter(isOf('consumer', 'service')).toSorted(lastFirst),
    ].map(removalOf),
    guarded,
  };
};
