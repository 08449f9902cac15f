import { RE2JS } from 're2js';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import { isClosed } from './closed-route.ts';

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const portAt = /:(\d+)$/;

/**
 * Returns whether the port of a route's host, if it names one, is one that callers come with. Kong takes the port of the Host header; without
 * one, that of plain calls or of TLS, also when something before it has ended TLS (Kong's issue 6059).
 */
const isPort = (pattern: string, host: string): boolean => {
  const [, wanted] = portAt.exec(pattern) ?? [];
  const [, port] = portAt.exec(host) ?? [];
  if (wanted === undefined) return true;
  return port === undefined ? wanted === '80' || wanted === '443' : wanted === port;
};

/** Returns whether a route's host matches ours. Kong accepts `*` at one end of a host, and a port after it. */
const isHost = (pattern: string, at: string): boolean => {
  if (!isPort(pattern, at)) return false;
  const host = at.replace(portAt, '');
  const name = pattern.replace(portAt, '').toLowerCase();
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
 * How callers reach a gateway.
 *
 * @property hosts   its names, each with the port that its address names.
 * @property isPlain whether they may call without TLS.
 */
export type CalledAt = Readonly<{ hosts: readonly string[]; isPlain: boolean }>;

/**
 * The paths that a deployment needs on a gateway.
 *
 * @property path    this path and everything under it.
 * @property methods whether the deployment's route names its methods: Kong prefers the route that names more.
 */
export type Claim = CalledAt & Readonly<{ path: string; methods: boolean }>;

const hasHeaders = ({ headers }: KongObject): boolean => isKongObject(headers) && Object.keys(headers).length > 0;

/**
 * Returns whether a route takes calls by their name in TLS. Kong compares it in calls with TLS alone: a plain one comes to the route
 * whatever name that asks for, also when its answer is then that TLS is needed (Kong's issue 6425). A route for plain calls takes them also
 * behind something else that ends TLS.
 */
const isNamedInTls = (snis: readonly string[], protocols: readonly string[], { hosts, isPlain }: CalledAt): boolean =>
  snis.length === 0 ||
  isPlain ||
  protocols.includes('http') ||
  snis.some((name) => hosts.some((host) => isHost(name.replace(/\.$/, ''), host)));

/**
 * Returns whether somebody else's route takes calls of a claim, or has the same path, for whoever sends the headers that it asks for.
 * Kong allows two routes with one path. It prefers a route with a host, then one with an expression, then the one that names more,
 * then the longer path.
 */
export const takesSomeFrom = (route: KongObject, claim: Claim): boolean => {
  const { path, methods, hosts } = claim;
  // Only Portico calls a closed route. This includes those of other deployments and installations.
  if (isClosed({ body: route })) return false;
  const protocols = texts(route.protocols);
  if (!protocols.some((protocol) => protocol === 'http' || protocol === 'https')) return false;
  const [ownHosts, ownMethods, paths, snis] = [route.hosts, route.methods, route.paths, route.snis].map(texts);
  if (!ownHosts || !ownMethods || !paths || !snis) return false;
  if (ownHosts.length > 0 && !ownHosts.some((pattern) => hosts.some((host) => isHost(pattern, host)))) return false;
  if (ownMethods.length > 0 && !ownMethods.some((method) => used.includes(method))) return false;
  if (!isNamedInTls(snis, protocols, claim)) return false;

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
