import { RE2JS } from 're2js';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import { isClosed } from './closed-route.ts';

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Returns whether a route's host matches ours. Kong accepts `*` at one end of a host, and a port after it. */
const isHost = (pattern: string, host: string): boolean => {
  const name = pattern.replace(/:\d+$/, '').toLowerCase();
  if (name.startsWith('*')) return host.endsWith(name.slice(1));
  if (name.endsWith('*')) return host.startsWith(name.slice(0, -1));
  return name === host;
};

/** Returns whether an expression matches the path, everything under it, or a literal part of it. */
const matches = (expression: string, path: string): boolean => {
  const under = `${path}/`;
  if (expression.replace(/^\^/, '').startsWith(under)) return true;
  try {
    // Somebody else wrote it, and V8's engine could take hours. Like the gateway's own, this one takes linear time.
    const taken = RE2JS.compile(`^(?:${expression})`);
    return taken.matcher(path).lookingAt() || taken.matcher(under).lookingAt();
  } catch {
    // The expression has another engine's syntax. The test calls after the deploy will tell.
    return false;
  }
};

/** Methods that API calls use. */
const used = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The paths that a deployment needs on a gateway.
 *
 * @property path    this path and everything under it.
 * @property methods whether the deployment's route names its methods: Kong prefers the route that names more.
 * @property hosts   the gateway's names for callers.
 */
export type Claim = Readonly<{ path: string; methods: boolean; hosts: readonly string[] }>;

const hasHeaders = ({ headers }: KongObject): boolean => isKongObject(headers) && Object.keys(headers).length > 0;

/**
 * Returns whether somebody else's route takes calls of a claim, or has the same path, for whoever sends the headers that it asks for.
 * Kong allows two routes with one path. It prefers a route with a host, then one with an expression, then the one that names more,
 * then the longer path.
 */
export const takesSomeFrom = (route: KongObject, { path, methods, hosts }: Claim): boolean => {
  // Only Portico calls a closed route. This includes those of other deployments and installations.
  if (isClosed({ body: route })) return false;
  if (!texts(route.protocols).some((protocol) => protocol === 'http' || protocol === 'https')) return false;
  const [ownHosts, ownMethods, paths, snis] = [route.hosts, route.methods, route.paths, route.snis].map(texts);
  if (!ownHosts || !ownMethods || !paths || !snis) return false;
  if (ownHosts.length > 0 && !ownHosts.some((pattern) => hosts.some((host) => isHost(pattern, host)))) return false;
  if (ownMethods.length > 0 && !ownMethods.some((method) => used.includes(method))) return false;
  if (snis.length > 0 && !snis.some((name) => hosts.includes(name.toLowerCase()))) return false;

  const under = `${path}/`;
  const isThere = paths.some((each) =>
    each.startsWith('~') ? matches(each.slice(1), path) : each === path || each.startsWith(under),
  );
  if (isThere) return true;
  const isAbove = paths.length === 0 || paths.some((each) => !each.startsWith('~') && under.startsWith(each));
  const lists = [ownHosts, ownMethods, paths, snis].filter((list) => list.length > 0).length;
  const named = lists + (hasHeaders(route) ? 1 : 0);
  const claimed = methods ? 2 : 1;
  return isAbove && (ownHosts.length > 0 || named > claimed);
};

/** Returns the same for callers who send no header that the route asks for. */
export const takesFrom = (route: KongObject, claim: Claim): boolean =>
  !hasHeaders(route) && takesSomeFrom(route, claim);
