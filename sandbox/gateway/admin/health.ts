import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { entityNamed } from '../entity/entities.ts';
import { presentRow } from '../entity/row.ts';
import { isRow, type Row, text, valueAt } from '../kernel/json.ts';
import type { AdminContext } from './context.ts';

/** Returns whether the upstream checks its targets: whether any threshold or interval is set. */
function checksHealth(upstream: Row): boolean {
  return [
    'active.healthy.interval',
    'active.unhealthy.interval',
    'passive.unhealthy.http_failures',
    'passive.unhealthy.tcp_failures',
    'passive.unhealthy.timeouts',
    'passive.healthy.successes',
  ]
    .map((path) => valueAt(upstream, `healthchecks.${path}`))
    .some((value) => typeof value === 'number' && value > 0);
}

type Host = { row: Row; data: Row; health: string };

async function hostOf(context: AdminContext, upstream: Row, row: Row): Promise<Host> {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(text(row.target)) ?? [];
  const bare = host.replace(/^\[|\]$/g, '');
  const weight = Number(row.weight);
  const address = isIP(bare)
    ? host
    : await lookup(bare).then(
        (found) => found.address,
        () => undefined,
      );
  const up = !context.unhealthy.has(String(row.id));
  const checked = checksHealth(upstream) && weight > 0;
  const status = checked ? (up ? 'HEALTHY' : 'UNHEALTHY') : 'HEALTHCHECKS_OFF';
  const total = address ? weight : 0;
  const data: Row = {
    host,
    port: Number(port),
    dns: address ? (isIP(bare) === 6 ? 'AAAA' : 'A') : 'dns server error: 3 name error',
    nodeWeight: weight,
    weight: { total, available: up ? total : 0, unavailable: up ? 0 : total },
    addresses: address ? [{ ip: address, port: Number(port), weight, health: status }] : {},
  };
  return { row, data, health: address ? status : 'DNS_ERROR' };
}

/** `GET /upstreams/{upstream}/health`: returns every target, or with `balancer_health` the upstream as a whole. */
export async function upstreamHealth(context: AdminContext, upstream: Row, whole: boolean): Promise<object> {
  const targets = context.store.children('targets', 'upstream', String(upstream.id));
  const hosts = await Promise.all(targets.map((row) => hostOf(context, upstream, row)));
  const newestFirst = hosts.sort((a, b) => Number(b.row.created_at) - Number(a.row.created_at));
  if (!whole) {
    const data = newestFirst.map(({ row, data: of, health }) => ({
      ...presentRow(entityNamed('targets'), row),
      data: of,
      health,
    }));
    return { data, next: null, node_id: context.nodeId };
  }
  const sum = (field: string) =>
    hosts.reduce((total, { data }) => total + Number(valueAt(data, `weight.${field}`) ?? 0), 0);
  const healthy = sum('available') > 0;
  const state = healthy ? 'HEALTHY' : 'UNHEALTHY';
  const details = hosts.reverse().map(({ data }) => ({
    ...data,
    addresses: Array.isArray(data.addresses)
      ? data.addresses.filter(isRow).map(({ health, ...address }) => ({ ...address, healthy: health !== 'UNHEALTHY' }))
      : {},
  }));
  const weight = { total: sum('total'), available: sum('available'), unavailable: sum('unavailable') };
  return {
    data: {
      id: upstream.id,
      health: checksHealth(upstream) ? state : 'HEALTHCHECKS_OFF',
      balancer_health: state,
      details: { weight, hosts: details, healthy },
    },
    next: null,
    node_id: context.nodeId,
  };
}
