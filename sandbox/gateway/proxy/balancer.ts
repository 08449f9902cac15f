import type { Store } from '../entity/store.ts';
import { type Row, text } from '../kernel/json.ts';

/** The destination of a call: the address to connect to, and the value of the Host header. */
export type Peer = { host: string; port: number; hostHeader: string };

const usualPort: Record<string, number> = { http: 80, https: 443 };

/**
 * Returns a function that chooses the peer of a service: the service itself, or a target if its host is an upstream's
 * name, by smooth weighted round robin. It returns undefined if no healthy target has a weight above 0.
 */
export function createBalancer(store: Store, unhealthy: Set<string>): (service: Row) => Peer | undefined {
  /** The credit of each target: the target with the most is next, and pays the sum of all weights. */
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
