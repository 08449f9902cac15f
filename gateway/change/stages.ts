import {
  type DesiredEntity,
  type EntityKind,
  entityKinds,
  type FoundEntity,
  isKongObject,
  type KongObject,
  referenceIn,
} from '../admin-api/entity.ts';
import { closed, isClosed, withoutTimes } from './closed-route.ts';
import { commonAddresses } from './common-addresses.ts';
import { agrees, type Step } from './difference.ts';

/**
 * The calls that bring a gateway from its actual to its desired state, in groups. Within a group they take effect in
 * the order written, because each of Kong's timers loads all that is written by then. Routes and plugins have separate
 * timers, so their order is unknown unless Portico waits for the gateway.
 *
 * @property revoke  removes credentials and groups, which takes effect at once.
 * @property prepare adds protection, and routes that stay closed until the protection is in force.
 * @property open    opens routes to callers, and closes routes that are removed.
 * @property loosen  lets new callers in. It comes after closing: before that, they could use paths that neither the old
 *   configuration nor the new one allows them.
 * @property admit   adds groups and credentials, which takes effect at once.
 * @property clean   removes what nobody can reach any more: closed routes, then their protection.
 * @property guarded the routes that `open` opens and nobody may reach before `prepare` is in force.
 * @property opensMore whether `open` gives callers new paths. Then Portico waits until `prepare` is in force.
 * @property opensLess whether `open` takes paths from callers. Then Portico waits for it before `loosen`.
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

/** Kinds whose changes take effect at once. Without them a key opens nothing. */
export const countsAtOnce: readonly EntityKind[] = ['acl', 'key-auth', 'oauth2'];

const isOf =
  (...kinds: readonly EntityKind[]) =>
  ({ kind }: { kind: EntityKind }): boolean =>
    kinds.includes(kind);

/** Returns the step that removes an entity. */
export const removalOf = ({ body: _body, ...entity }: FoundEntity): Step => ({ kind: 'delete', entity });

/**
 * Returns the open routes with their guard.
 *
 * @param secret the guard header's value.
 */
export const closedRoutes = (actual: readonly FoundEntity[], secret: string): DesiredEntity[] =>
  actual
    .filter((entity) => entity.kind === 'route' && !isClosed(entity))
    .map(({ body, ...route }) => ({ ...route, body: closed(withoutTimes(body), secret) }));

/**
 * Returns the plugins of a former release that rewrite the calls of a whole service. Their template needs values that
 * only the routes of a lockdown capture: on any other route it gives an error or a wrong path. Without the plugin these
 * routes call a wrong path.
 */
export const serviceRewriters = (actual: readonly FoundEntity[]): FoundEntity[] =>
  actual.filter(({ kind, body }) => {
    const { config } = body;
    if (kind !== 'plugin' || body.name !== 'request-transformer' || referenceIn(body, 'route')) return false;
    return isKongObject(config) && isKongObject(config.replace) && typeof config.replace.uri === 'string';
  });

/** Returns whether a plugin decides who gets in. The other plugins change only what callers get. */
const decidesWho = ({ body }: { body: KongObject }): boolean =>
  ['key-auth', 'oauth2', 'ip-restriction', 'bot-detection'].some((name) => name === body.name);

/**
 * Returns whether a plugin leaves the header with a caller's groups as the caller sent it. Calls may be counted by that
 * header, so it is hidden only after they are counted otherwise.
 */
const leavesGroups = ({ body: { name, config } }: { body: KongObject }): boolean =>
  name === 'acl' && isKongObject(config) && config.hide_groups_header === true;

/**
 * Sorts plugins for writing. Kong may load them between two writes, and keeps that state until the next load. So a
 * plugin that requires its own credentials comes first. A plugin that lets callers of another plugin pass comes after
 * all plugins that keep callers out.
 */
const strictFirst = (one: DesiredEntity, other: DesiredEntity): number => rankOf(one) - rankOf(other);
const letsOthersPass = ({ body: { config } }: { body: KongObject }): boolean =>
  isKongObject(config) && Boolean(config.anonymous);
const rankOf = ({ body }: DesiredEntity): number => {
  if (body.name !== 'key-auth' && body.name !== 'oauth2') return 1;
  return letsOthersPass({ body }) ? 2 : 0;
};

const allowedBy = ({ body: { name, config } }: { body: KongObject }): readonly string[] | undefined =>
  name === 'ip-restriction' && isKongObject(config) && Array.isArray(config.allow) ? config.allow : undefined;

/**
 * Limits a plugin's list of addresses to those that are on the actual list, too. A plugin that requires its own credentials
 * goes on to require them. Returns other plugins unchanged.
 */
const strictly = (plugin: DesiredEntity, existing: FoundEntity | undefined): DesiredEntity => {
  if (existing && rankOf(plugin) === 2 && !letsOthersPass(existing)) {
    const { anonymous: _later, ...config } = plugin.body.config as KongObject;
    return { ...plugin, body: { ...plugin.body, config } };
  }
  const [then, now] = [allowedBy(plugin), existing && allowedBy(existing)];
  if (!then || !now) return plugin;
  const allow = commonAddresses(now, then);
  const body = { ...plugin.body, config: { ...(plugin.body.config as KongObject), allow } };
  return agrees(body, plugin.body) ? plugin : { ...plugin, body };
};

const pathsOf = ({ body }: { body: KongObject }): readonly unknown[] => (Array.isArray(body.paths) ? body.paths : []);

/** Returns the templates that rewrite the calls of a route. */
const rewrittenBy = (entities: readonly DesiredEntity[], { id }: { id: string }): unknown[] =>
  entities
    .filter(({ kind, body }) => kind === 'plugin' && referenceIn(body, 'route') === id)
    .flatMap(({ body: { config } }) =>
      isKongObject(config) && isKongObject(config.replace) ? [config.replace.uri] : [],
    );

const lastFirst = (one: FoundEntity, other: FoundEntity): number =>
  entityKinds.indexOf(other.kind) - entityKinds.indexOf(one.kind);

/**
 * Returns the difference in stages.
 *
 * A route with its own plugins (in a lockdown they set the upstream's path) opens only when they are in force. So does
 * each route while no route of the deployment is open. A route that is removed is first closed, and it keeps its
 * plugins as long as it may be in force.
 *
 * Some changes of routes and plugins share a stage, although the order of their timers is unknown:
 *
 * | plugin                     | a route opens, or gets more paths  | a route closes, or loses paths       |
 * |----------------------------|------------------------------------|--------------------------------------|
 * | decides who gets in: new   | after it (`prepare`, wait, `open`) | any order: both take away            |
 * | decides who gets in: gone  | any order: both let in             | before it (`open`, wait, `loosen`)   |
 * | decides who gets in: other | after it                           | before it, if no route opens;        |
 * |                            |                                    | for addresses see below              |
 * | rewrites paths: new        | after it: bound to its route       | belongs to another route             |
 * | rewrites paths: gone       | belongs to another route           | before it, together (`clean`)        |
 * | limits, changes, logs      | any order: either is right alone   | any order                            |
 * | shows groups: no longer    | `loosen`: after calls are counted otherwise, by which a caller can't choose   |
 *
 * When some routes open and others close, a new list of addresses has no right moment: a caller who is only on the new
 * list could reach a path that is about to close. So at first only addresses on both lists get in (`prepare`). The new
 * list follows when the old routes are closed (`loosen`). So it is with keys beside tokens: the plugin that alone let callers in
 * lets those of the other pass in `loosen`. A key in the query needs no such step: it is the key of the header.
 *
 * The token endpoint of a lockdown is such a route, and oauth2 decides who gets in there.
 *
 * Routes of a lockdown share paths while they change. Each has its old and its new paths until all others have theirs,
 * so that callers never meet a gap between two routes.
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

  /** Open routes of a lockdown that stay. `wide` has both the old and the new paths. */
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
  const isLate = (plugin: DesiredEntity): boolean => {
    const existing = actualById.get(plugin.id);
    if (!existing) return false;
    return (decidesWho(plugin) && !opensMore) || (leavesGroups(plugin) && !leavesGroups(existing));
  };
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
  /** Whether closing and opening routes use the same path of the upstream. */
  const keepsPath = closing.every(({ route }) => rewrittenBy(actual, route).every((uri) => uris.has(uri)));

  /**
   * A plugin ends together with its route, service or consumer. Until then it still protects, or sets the upstream's
   * path.
   */
  const endsWithIts = ({ body }: FoundEntity): boolean =>
    (['service', 'route', 'consumer'] as const).some((field) => goingIds.has(referenceIn(body, field) ?? ''));
  const goingPlugins = going.filter(isOf('plugin'));
  const ending = goingPlugins.filter((plugin) => !endsWithIts(plugin));
  const hasRoute = ({ body }: FoundEntity) => referenceIn(body, 'route') !== undefined;
  // The operation of a key has no routes in its plan, so the routes of its plugins exist already.
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
      // A key's plugin on a route of a lockdown comes before its general plugin, which would otherwise replace the one
      // that rewrites the path there.
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
        // The opposite order of `prepare`.
        .toSorted((one, other) => Number(hasRoute(one)) - Number(hasRoute(other)))
        .map(removalOf),
      ...unbound,
      // A route with the old upstream's path must not meet the new upstream. So when the path changes, such routes
      // close before the upstream changes, and the new ones open after. When the path stays, the new routes open first,
      // so that callers meet no gap.
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
