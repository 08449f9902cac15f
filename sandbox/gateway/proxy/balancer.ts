import type { Store } from '../entity/store.ts';
import { type Row, text } from '../kernel/json.ts';

/** Where a call goes: the address to connect to and the host the upstream is told. */
export type Peer = { host: string; port: number; hostHeader: string };

const usualPort: Record<string, number> = { http: 80, https: 443 };

/**
 * Chooses the peer of a service: the service itself, or when its host is the name of an upstream a target of that,
 * by smooth weighted round robin. Undefined when no target is healthy and weighs something.
 */
export function createBalancer(store: Store, unhealthy: Set<string>): (service: Row) => Peer | undefined {
  /** What each target has saved up: the richest goes next and pays the sum of all weights. */
  const credit = new Map<string, number>();
  function choose(targets: Row[]): Row | undefined {
    const total = targets.reduce((sum, target) => sum + Number(target.weight), 0);
    for (const target of targets)
      credit.set(String(target.id), (credit.get(String(target.id)) ?? 0) + Number(target.weight));
    const best = targets.toSorted((a, b) => (credit.get(String(b.id)) ?? 0) - (credit.get(String(a.id)) ?? 0))[0];
    if (best) credit.set(String(best.id), (credit.get(String(best.id)) ?? 0) - total);
    return best;
  }
  return (service) => {
    const host = text(service.host);
    const port = Number(service.port);
    const upstream = store.find('upstreams', ['name'], { name: host });
    if (!upstream)
      return { host, port, hostHeader: port === usualPort[text(service.protocol)] ? host : `${host}:${port}` };
    const targets = store
      .children('targets', 'upstream', String(upstream.id))
      .filter((target) => Number(target.weight) > 0 && !unhealthy.has(String(target.id)));
    const target = choose(targets);
    const [, name = '', targetPort = ''] = /^(.+):(\d+)$/.exec(text(target?.target)) ?? [];
    if (!target) return undefined;
    const told = text(upstream.host_header) || name;
    return { host: name.replace(/^\[|\]$/g, ''), port: Number(targetPort), hostHeader: `${told}:${targetPort}` };
  };
}
