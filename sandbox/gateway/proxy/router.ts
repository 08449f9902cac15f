import type { IncomingHttpHeaders } from 'node:http';
import type { Store } from '../entity/store.ts';
import { foreignId, isRow, type Row, strings, text } from '../kernel/json.ts';
import { pcre } from '../schema/typedefs.ts';

/** The route of a request, the part of the path that matched, and the captures of a regular expression. */
export type RouteMatch = { route: Row; service: Row | undefined; matched: string; captures: Record<string, string> };

type Wanted = { method: string; host: string; path: string; headers: IncomingHttpHeaders; sni: string };

type PathRule = { regex: RegExp } | { prefix: string };

/** A route prepared for matching. */
type Compiled = {
  route: Row;
  service: Row | undefined;
  methods: string[];
  hosts: string[];
  paths: PathRule[];
  headers: [string, string[]][];
  snis: string[];
};

function compile(store: Store, route: Row): Compiled | undefined {
  const serviceId = foreignId(route.service);
  const service = serviceId === undefined ? undefined : store.get('services', serviceId);
  if (service?.enabled === false) return undefined;
  const headers = isRow(route.headers) ? Object.entries(route.headers) : [];
  return {
    route,
    service,
    methods: strings(route.methods),
    hosts: strings(route.hosts).map((host) => host.toLowerCase()),
    paths: strings(route.paths).map((path) =>
      path.startsWith('~') ? { regex: pcre(path.slice(1), (body) => `^(?:${body})`) } : { prefix: path },
    ),
    headers: headers.map(([name, values]) => [name.toLowerCase(), strings(values)]),
    snis: strings(route.snis),
  };
}

function matchesHost(hosts: string[], host: string): boolean {
  const bare = host.replace(/:\d+$/, '');
  return hosts.some(
    (each) =>
      each === host ||
      each === bare ||
      (each.startsWith('*.') && bare.endsWith(each.slice(1))) ||
      (each.endsWith('.*') && bare.startsWith(each.slice(0, -1))),
  );
}

type PathHit = { matched: string; captures: Record<string, string>; regex: boolean };

function matchPath(paths: PathRule[], path: string): PathHit | undefined {
  let best: PathHit | undefined;
  for (const rule of paths) {
    if ('regex' in rule) {
      const found = rule.regex.exec(path);
      const captures = Object.fromEntries([...(found ?? [])].entries().map(([i, value]) => [String(i), value ?? '']));
      if (found)
        return {
          matched: found[0],
          captures: { ...captures, ...found.groups },
          regex: true,
        };
    } else if (path.startsWith(rule.prefix) && rule.prefix.length > (best?.matched.length ?? 0))
      best = { matched: rule.prefix, captures: {}, regex: false };
  }
  return best;
}

/** Returns whether a request meets all conditions of a route except the path. */
function fits({ methods, hosts, headers, snis }: Compiled, wanted: Wanted): boolean {
  if (methods.length > 0 && !methods.includes(wanted.method)) return false;
  if (hosts.length > 0 && !matchesHost(hosts, wanted.host)) return false;
  for (const [name, values] of headers) {
    const given = [wanted.headers[name] ?? []].flat();
    if (!given.some((value) => values.some((each) => each.toLowerCase() === value.toLowerCase()))) return false;
  }
  return snis.length === 0 || snis.includes(wanted.sni);
}

/**
 * Returns the priority of a route that matches: the greatest is chosen. As in `get_priority` of Kong 3.9.1
 * (`router/transform.lua`, `traditional_compatible`): the number of kinds of condition should count most, but the code
 * shifts plain numbers of 32 bits by 61 and 52 bits, which is a shift by 29 and 20. So a host without a wildcard counts
 * most, then an expression, and only then the kinds, the number of headers, and the expression's priority or the path's
 * length. A real Kong does this.
 */
function priorityOf({ route, methods, hosts, paths, headers, snis }: Compiled, hit: PathHit | undefined): bigint {
  const kinds = [methods, hosts, paths, headers, snis].filter((conditions) => conditions.length > 0).length;
  const regexPriority = hit?.regex ? Number(route.regex_priority ?? 0) : 0;
  const length = hit?.regex ? 0 : (hit?.matched.length ?? 0);
  const low = (kinds << 29) | (headers.length << 20) | (regexPriority << 19) | (length & 0x7ffff);
  const plainHosts = hosts.length > 0 && !hosts.some((each) => each.includes('*'));
  return BigInt.asUintN(64, (plainHosts ? 1n << 60n : 0n) | (hit?.regex ? 1n << 51n : 0n) | BigInt(low));
}

/** Finds the route of a request among the routes that existed when the router was made. */
export type Router = (wanted: Wanted) => RouteMatch | undefined;

/** Returns a router of the routes and services that exist now. */
export function createRouter(store: Store): Router {
  // Of two routes with the same priority, the one with the greater id is chosen, as in Kong. Age does not matter.
  const compiled = store
    .list('routes')
    .toReversed()
    .flatMap((route) => compile(store, route) ?? []);
  return (wanted) => {
    let best: { priority: bigint; hit: PathHit | undefined; of: Compiled } | undefined;
    for (const each of compiled) {
      if (!fits(each, wanted)) continue;
      const hit = each.paths.length > 0 ? matchPath(each.paths, wanted.path) : undefined;
      if (each.paths.length > 0 && !hit) continue;
      const priority = priorityOf(each, hit);
      if (!best || priority > best.priority) best = { priority, hit, of: each };
    }
    if (!best) return undefined;
    const { route, service } = best.of;
    return { route, service, matched: best.hit?.matched ?? '', captures: best.hit?.captures ?? {} };
  };
}

/** Returns the path for the upstream: the service's path, then the request's path without what `strip_path` removes. */
export function upstreamPath({ route, service, matched }: RouteMatch, path: string): string {
  const rest = route.strip_path === true && matched ? path.slice(matched.length) : path;
  const base = text(service?.path) || '/';
  if (rest === '') return base;
  return base.replace(/\/$/, '') + (rest.startsWith('/') ? rest : `/${rest}`);
}
