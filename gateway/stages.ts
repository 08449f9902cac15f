import { commonAddresses } from './common-addresses.ts';
import { agrees, type Step } from './difference.ts';
import {
  type DesiredEntity,
  type EntityKind,
  entityKinds,
  type FoundEntity,
  isKongObject,
  type KongObject,
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
 * @property loosen  who gets in, where others than before may: after what closes, or they get where neither the old
 *                   configuration nor the new lets them.
 * @property admit   groups and credentials: they count at once.
 * @property clean   what nobody reaches any more: closed routes, then what protected them.
 * @property guarded routes that `open` opens, because they must not be reached before `prepare` is in force.
 * @property opensMore whether `open` lets callers get where they could not: then `prepare` is in force before.
 * @property opensLess whether it keeps them from where they could: then it is in force before `loosen`.
 */
export type Stages = Readonly<{
  revoke: readonly Step[];
  prepare: readonly Step[];
  open: readonly Step[];
  loosen: readonly Step[];
  admit: readonly Step[];
  clean: readonly Step[];
  guarded: readonly DesiredEntity[];
  opensMore: boolean;
  opensLess: boolean;
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
export const closedRoutes = (actual: readonly FoundEntity[], secret: string): DesiredEntity[] =>
  actual
    .filter((entity) => entity.kind === 'route' && !isClosed(entity))
    .map(({ body, ...route }) => ({ ...route, body: closed(withoutTimes(body), secret) }));

/**
 * The plugins by which a former release has the calls of a whole service rewritten, with a template that only the routes
 * of a lockdown fill in. On any other route it is an error or a wrong path, and without it these routes call a wrong path.
 */
export const serviceRewriters = (actual: readonly FoundEntity[]): FoundEntity[] =>
  actual.filter(({ kind, body }) => {
    const { config } = body;
    if (kind !== 'plugin' || body.name !== 'request-transformer' || referenceIn(body, 'route')) return false;
    return isKongObject(config) && isKongObject(config.replace) && typeof config.replace.uri === 'string';
  });

/** They decide who gets in; everything else changes only what callers get. */
const decidesWho = ({ body }: { body: KongObject }): boolean =>
  ['key-auth', 'oauth2', 'ip-restriction', 'bot-detection'].some((name) => name === body.name);

/**
 * Where a plugin stands among those that are written: a look of Kong's may fall between two of them, and lasts until the
 * next. What lets nobody in without its own credentials comes first; what lets others pass, who have another plugin's,
 * comes after everything that keeps them out.
 */
const strictFirst = (one: DesiredEntity, other: DesiredEntity): number => rankOf(one) - rankOf(other);
const rankOf = ({ body: { name, config } }: DesiredEntity): number => {
  if (name !== 'key-auth' && name !== 'oauth2') return 1;
  return isKongObject(config) && config.anonymous ? 2 : 0;
};

const allowedBy = ({ body: { name, config } }: { body: KongObject }): readonly string[] | undefined =>
  name === 'ip-restriction' && isKongObject(config) && Array.isArray(config.allow) ? config.allow : undefined;

/** A list of addresses with those alone that are on the held one as well; itself where that is no other list. */
const strictly = (plugin: DesiredEntity, existing: FoundEntity | undefined): DesiredEntity => {
  const [then, now] = [allowedBy(plugin), existing && allowedBy(existing)];
  if (!then || !now) return plugin;
  const allow = commonAddresses(now, then);
  const body = { ...plugin.body, config: { ...(plugin.body.config as KongObject), allow } };
  return agrees(body, plugin.body) ? plugin : { ...plugin, body };
};

const pathsOf = ({ body }: { body: KongObject }): readonly unknown[] => (Array.isArray(body.paths) ? body.paths : []);

/** By what the calls of a route are rewritten. */
const rewrittenBy = (entities: readonly DesiredEntity[], { id }: { id: string }): unknown[] =>
  entities
    .filter(({ kind, body }) => kind === 'plugin' && referenceIn(body, 'route') === id)
    .flatMap(({ body: { config } }) =>
      isKongObject(config) && isKongObject(config.replace) ? [config.replace.uri] : [],
    );

const lastFirst = (one: FoundEntity, other: FoundEntity): number =>
  entityKinds.indexOf(other.kind) - entityKinds.indexOf(one.kind);

/**
 * Sorts the difference into stages.
 *
 * A route with plugins of its own (a path lockdown: they say where the upstream is called) is opened only when these are
 * in force. So is every route while nothing of the deployment is open yet. A route that goes is closed and stays as long
 * as it may be in force, with its plugins.
 *
 * What of routes and plugins is in one stage, although nothing is known about the order between their timers:
 *
 * | plugin                        | a route opens, or takes more       | a route closes, or takes less    |
 * |-------------------------------|------------------------------------|----------------------------------|
 * | decides who gets in: comes    | after it (`prepare`, wait, `open`) | any order: both take away        |
 * | decides who gets in: goes     | any order: both let in             | before it (`open`, wait, `loosen`) |
 * | decides who gets in: other    | after it                           | before it, where nothing opens;  |
 * |                               |                                    | of addresses see below           |
 * | rewrites paths: comes         | after it: bound to its route       | of another route                 |
 * | rewrites paths: goes          | of another route                   | before it, with it (`clean`)     |
 * | limits, changes, logs         | any order: either is right alone   | any order                        |
 *
 * Where routes open and others close, another list of addresses would come too early for those that close, and too late for
 * those that open: somebody who is on the new one alone would get to a path that goes. Meanwhile those get in who are on
 * both (`prepare`); the list is the new one when nothing is left of what closes (`loosen`). Keys and tokens need no such
 * thing: whoever may soon call with a token, or with a key in the query, is whoever calls with the key in a header now.
 *
 * The token endpoint of a lockdown is such a route, and oauth2 decides who gets in there.
 *
 * Routes of a lockdown share paths while they change: each takes what it had and what it will have until all the others
 * take theirs, so that no caller meets a gap between two of them.
 *
 * @param held   entities of Portico's, without the canary.
 * @param secret what closed routes ask for.
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
  const close = (entity: DesiredEntity): Step[] => put({ ...entity, body: closed(entity.body, secret) });

  const plugins = desired.filter(isOf('plugin')).toSorted(strictFirst);
  const withOwnPlugins = new Set(plugins.map(({ body }) => referenceIn(body, 'route')));
  const isBound = ({ id }: { id: string }) => withOwnPlugins.has(id);
  const isOpen = ({ id }: { id: string }) => {
    const existing = actualById.get(id);
    return existing !== undefined && !isClosed(existing);
  };
  const routes = desired.filter(isOf('route'));
  const uris = new Set(routes.flatMap((route) => rewrittenBy(desired, route)));
  const isServing = actual.some((entity) => entity.kind === 'route' && !isClosed(entity));
  const opening = routes.filter((route) => !isOpen(route));
  const guarded = opening.filter((route) => isBound(route) || !isServing || actualById.has(route.id));

  /** Open routes of a lockdown, with the paths that they have beside those that they get. */
  const staying = routes
    .filter((route) => isOpen(route) && isBound(route))
    .map((route) => {
      const [now, then] = [pathsOf(actualById.get(route.id) ?? route), pathsOf(route)];
      return {
        route,
        wide: { ...route, body: { ...route.body, paths: [...new Set([...then, ...now])] } },
        gains: then.some((path) => !now.includes(path)),
        loses: now.some((path) => !then.includes(path)),
      };
    });

  const goingRoutes = going.filter(isOf('route'));
  const ownPluginsOf = new Set(actual.filter(isOf('plugin')).map(({ body }) => referenceIn(body, 'route')));
  const closing = goingRoutes
    .filter((route) => !isClosed(route))
    .map((route) => ({ route, isBound: ownPluginsOf.has(route.id) }));
  const closings = (isBound: boolean): Step[] =>
    closing
      .filter((each) => each.isBound === isBound)
      .flatMap(({ route }) => close({ ...route, body: withoutTimes(route.body) }));

  const takesAll = actual.some((entity) => entity.kind === 'route' && !isClosed(entity) && !entity.body.methods);
  const opensMore = !takesAll && (opening.length > 0 || staying.some(({ gains }) => gains));
  const opensLess = goingRoutes.length > 0 || staying.some(({ loses }) => loses);
  const isLate = (plugin: DesiredEntity): boolean => decidesWho(plugin) && actualById.has(plugin.id) && !opensMore;
  const meanwhile = (plugin: DesiredEntity): DesiredEntity =>
    opensMore && opensLess ? strictly(plugin, actualById.get(plugin.id)) : plugin;

  const services = desired.filter(isOf('service'));
  const moved = services.filter(({ id }) => actualById.has(id)).flatMap(put);
  const unbound = routes.filter((route) => !isBound(route)).flatMap(put);
  const bound = [
    ...opening.filter(isBound).flatMap(put),
    ...staying.flatMap(({ route, wide, loses }) => put(loses ? wide : route)),
  ];
  const narrowed = staying.filter(({ loses }) => loses).flatMap(({ route }) => put(route));
  /** Whether what closes calls the upstream by the same path as what opens. */
  const keepsPath = closing.every(({ route }) => rewrittenBy(actual, route).every((uri) => uris.has(uri)));

  /** A plugin of something that goes ends with it: until then it still protects, or says where to call. */
  const endsWithIts = ({ body }: FoundEntity): boolean =>
    (['service', 'route', 'consumer'] as const).some((field) => goingIds.has(referenceIn(body, field) ?? ''));
  const goingPlugins = going.filter(isOf('plugin'));
  const ending = goingPlugins.filter((plugin) => !endsWithIts(plugin));
  const hasRoute = ({ body }: FoundEntity) => referenceIn(body, 'route') !== undefined;
  // A key's operation holds no routes: those that its plugins name are there.
  const isOnActualRoute = ({ body }: DesiredEntity): boolean => {
    const routeId = referenceIn(body, 'route');
    return routeId !== undefined && (actualById.has(routeId) || !routes.some(({ id }) => id === routeId));
  };

  return {
    revoke: going
      .filter(isOf(...countsAtOnce))
      .toSorted(lastFirst)
      .map(removalOf),
    prepare: [
      ...services.filter(({ id }) => !actualById.has(id)).flatMap(put),
      ...desired.filter(isOf('consumer')).flatMap(put),
      // Of a key's own plugins the one on a route of a lockdown comes before the one for everything else, which would
      // take the place of what rewrites the path there.
      ...plugins.filter(isOnActualRoute).flatMap(put),
      ...plugins
        .filter((plugin) => !referenceIn(plugin.body, 'route') && !isLate(plugin))
        .map(meanwhile)
        .flatMap(put),
      ...guarded.flatMap(close),
      ...plugins.filter((plugin) => referenceIn(plugin.body, 'route') && !isOnActualRoute(plugin)).flatMap(put),
    ],
    open: [
      ...ending
        .filter((plugin) => !decidesWho(plugin))
        // In the opposite order.
        .toSorted((one, other) => Number(hasRoute(one)) - Number(hasRoute(other)))
        .map(removalOf),
      ...unbound,
      // Who calls the upstream by a path of its own must not meet another upstream: such routes close before it moves
      // and open after. While the path stays, they open first, so that nobody meets a gap.
      ...(moved.length > 0 && !keepsPath
        ? [...closings(true), ...moved, ...bound]
        : [...moved, ...bound, ...closings(true)]),
      ...narrowed,
      ...closings(false),
    ],
    loosen: [
      ...plugins.filter((plugin) => isLate(plugin) || meanwhile(plugin) !== plugin).flatMap(put),
      ...ending.filter(decidesWho).map(removalOf),
    ],
    admit: desired.filter(isOf(...countsAtOnce)).flatMap(put),
    clean: [
      ...goingRoutes,
      ...goingPlugins.filter(endsWithIts),
      ...going.filter(isOf('consumer', 'service')).toSorted(lastFirst),
    ].map(removalOf),
    guarded,
    opensMore,
    opensLess,
  };
};
