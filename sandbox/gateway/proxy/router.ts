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

/** 2: the very host, 1: a wildcard covers it, 0: no match. */
function hostRank(hosts: string[], host: string): number {
  const bare = host.replace(/:\d+$/, '');
  if (hosts.some((each) => each === host || each === bare)) return 2;
  const covers = (each: string) =>
    (each.startsWith('*.') && bare.endsWith(each.slice(1))) ||
    (each.endsWith('.*') && bare.startsWith(each.slice(0, -1)));
  return hosts.some(covers) ? 1 : 0;
}

type PathHit = { matched: string; captures: Record<string, string>; regex: boolean; length: number };

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
          length: rule.regex.source.length,
        };
    } else if (path.startsWith(rule.prefix) && rule.prefix.length > (best?.length ?? 0))
      best = { matched: rule.prefix, captures: {}, regex: false, length: rule.prefix.length };
  }
  return best;
}

/**
 * How well a route fits, undefined when it does not. Compared from the left, larger first: how many kinds of
 * condition it has, an exact host, the number of headers, a regular expression, its priority, the path's length,
 * and age (the older route wins). The order of Kong's `traditional_compatible` router.
 */
function rankOf(compiled: Compiled, wanted: Wanted): { rank: number[]; hit: PathHit | undefined } | undefined {
  const { methods, hosts, paths, headers, snis, route } = compiled;
  if (methods.length > 0 && !methods.includes(wanted.method)) return undefined;
  const host = hosts.length > 0 ? hostRank(hosts, wanted.host) : 0;
  if (hosts.length > 0 && host === 0) return undefined;
  const hit = paths.length > 0 ? matchPath(paths, wanted.path) : undefined;
  if (paths.length > 0 && !hit) return undefined;
  for (const [name, values] of headers) {
    const given = [wanted.headers[name] ?? []].flat();
    if (!given.some((value) => values.some((each) => each.toLowerCase() === value.toLowerCase()))) return undefined;
  }
  if (snis.length > 0 && !snis.includes(wanted.sni)) return undefined;
  const kinds = [methods, hosts, paths, headers, snis].filter((conditions) => conditions.length > 0).length;
  const priority = hit?.regex ? Number(route.regex_priority ?? 0) : 0;
  const rank = [kinds, host, headers.length, hit?.regex ? 1 : 0, priority, hit?.length ?? 0, -Number(route.created_at)];
  return { rank, hit };
}

function beats(a: number[], b: number[]): boolean {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value > (b[i] ?? 0);
  return false;
}

/**
 * Finds the route of a request. A change of routes or services shows in the next request; a real Kong takes up to
 * five seconds (`worker_state_update_frequency`).
 */
export function createRouter(store: Store): (wanted: Wanted) => RouteMatch | undefined {
  let compiled: Compiled[] = [];
  let of = '';
  return (wanted) => {
    const version = `${store.version('routes')}/${store.version('services')}`;
    if (version !== of) {
      compiled = store.list('routes').flatMap((route) => compile(store, route) ?? []);
      of = version;
    }
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
