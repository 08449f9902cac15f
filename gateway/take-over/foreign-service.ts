import type { KongObject } from '../admin-api/entity.ts';

/** An object as the gateway or the mirror gives it, with its id. */
export type ForeignObject = Readonly<{ id: string; body: KongObject }>;

/** A key that a caller of the service has. @property fingerprint tells it; the key itself is not here. */
type ForeignKey = Readonly<{ id: string; fingerprint: string; expires: boolean }>;

/** Somebody who calls the service: a consumer in one of its groups, with keys. */
export type ForeignCaller = Readonly<{
  id: string;
  name: string;
  groups: readonly string[];
  keys: readonly ForeignKey[];
  /** The names of the plugins that work on this consumer's calls alone. */
  plugins: readonly string[];
}>;

/**
 * Something else at the gateway that takes keys.
 *
 * @property name   of the service or route; empty: all calls.
 * @property groups who may call it; null: whoever has any key.
 */
export type OtherPlace = Readonly<{ name: string; groups: readonly string[] | null }>;

/** A path that two routes have. Which of them answers depends on their ids and ages, which a new route has not. */
export type Twin = Readonly<{ route: string; path: string; other: string }>;

/**
 * Somebody else's service with all that works on its calls.
 *
 * @property plugins       of the service.
 * @property routePlugins  of its routes.
 * @property globalPlugins the names of those for all calls.
 * @property twins         paths that a route of it has in common with a route of another service, if calls may fit both.
 * @property elsewhere     what else takes keys at the gateway.
 * @property upstreams     names of the gateway's groups of targets. A service may lead to one by its host.
 */
export type ForeignService = Readonly<{
  service: ForeignObject;
  routes: readonly ForeignObject[];
  plugins: readonly ForeignObject[];
  routePlugins: readonly ForeignObject[];
  globalPlugins: readonly string[];
  callers: readonly ForeignCaller[];
  twins: readonly Twin[];
  elsewhere: readonly OtherPlace[];
  upstreams: ReadonlySet<string>;
}>;
