import type { IncomingHttpHeaders } from 'node:http';
import { foreignId, isRow, type Row, strings, text } from '../json.ts';
import { pcre } from '../schema/typedefs.ts';
import type { Store } from '../store.ts';

/** The route of a request: the part of the path that matched, and what a regular expression captured. */
export type RouteMatch = { route: Row; service: Row | undefined; matched: string; captures: Record<string, string> };

type Wanted = { method: string; host: string; path: string; headers: IncomingHttpHeaders; sni: string };

type PathRule = { regex: RegExp } | { prefix: string };

/** A route made ready for matching. */
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

/**
 * How well a route fits, undefined when it does not. Compared from the left, larger first: how many kinds of
 * condition it has, hosts without a wildcard, the number of headers, a regular expression, then its priority or the length of
 * the path. The order of Kong's `traditional_compatible` router (`get_priority` in its `router/transform.lua`).
 */
function rankOf(compiled: Compiled, wanted: Wanted): { rank: number[]; hit: PathHit | undefined } | undefined {
  const { methods, hosts, paths, headers, snis, route } = compiled;
  if (methods.length > 0 && !methods.includes(wanted.method)) return undefined;
  if (hosts.length > 0 && !matchesHost(hosts, wanted.host)) return undefined;
  const hit = paths.length > 0 ? matchPath(paths, wanted.path) : undefined;
  if (paths.length > 0 && !hit) return undefined;
  for (const [name, values] of headers) {
    const given = [wanted.headers[name] ?? []].flat();
    if (!given.some((value) => values.some((each) => each.toLowerCase() === value.toLowerCase()))) return undefined;
  }
  if (snis.length > 0 && !snis.includes(wanted.sni)) return undefined;
  const kinds = [methods, hosts, paths, headers, snis].filter((conditions) => conditions.length > 0).length;
  const last = hit?.regex ? Number(route.regex_priority ?? 0) : (hit?.matched.length ?? 0);
  const plainHosts = hosts.length > 0 && !hosts.some((each) => each.includes('*')) ? 1 : 0;
  const rank = [kinds, plainHosts, headers.length, hit?.regex ? 1 : 0, last];
  return { rank, hit };
}

function beats(a: number[], b: number[]): boolean {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value > (b[i] ?? 0);
  return false;
}

/** Finds the route of a request, of those that the store held when the router was made. */
export type Router = (wanted: Wanted) => RouteMatch | undefined;

/** A router of the routes and services that there are now. */
export function createRouter(store: Store): Router {
  // Of two that fit alike the greater id wins, as in Kong: neither the older nor the newer.
  const compiled = store
    .list('routes')
    .toReversed()
    .flatMap((route) => compile(store, route) ?? []);
  return (wanted) => {
    let best: { rank: number[]; hit: PathHit | undefined; of: Compiled } | undefined;
    for (const each of compiled) {
      const found = rankOf(each, wanted);
      if (found && (!best || beats(found.rank, best.rank))) best = { ...found, of: each };
    }
    if (!best) return undefined;
    const { route, service } = best.of;
    return { route, service, matched: best.hit?.matched ?? '', captures: best.hit?.captures ?? {} };
  };
}

/** The path the upstream gets: the service's path, then what is left of the request's after `strip_path`. */
export function upstreamPath({ route, service, matched }: RouteMatch, path: string): string {
  const rest = route.strip_path === true && matched ? path.slice(matched.length) : path;
  const base = text(service?.path) || '/';
  if (rest === '') return base;
  return base.replace(/\/$/, '') + (rest.startsWith('/') ? rest : `/${rest}`);
}
