import { entities, entityNamed } from '../entity/entities.ts';
import { completeRow, expandGiven, rowViolations, tagsOf } from '../entity/row.ts';
import type { Row } from '../kernel/json.ts';
import { pluginNames, pluginSchema } from '../schema/recorded-schemas.ts';
import type { Schema } from '../schema/schema.ts';
import type { Body } from './body.ts';
import type { AdminContext } from './context.ts';
import { findNamed } from './find.ts';
import { upstreamHealth } from './health.ts';
import { page } from './list.ts';
import { type AdminResponse, notFound, schemaViolation } from './refusal.ts';
import { rowOf } from './resources.ts';

/** The handlers of a path that is not a collection of objects. */
export type SpecialMethods = Partial<
  Record<'get' | 'post' | 'put', (body: Body) => AdminResponse | Promise<AdminResponse>>
>;

const ok = (body: object): AdminResponse => ({ status: 200, body });
const fail = (status: number, message: string): AdminResponse => ({ status, body: { message } });

function rootPage({ nodeId, inForce, isDbless }: AdminContext): AdminResponse {
  const plugins = Object.fromEntries(pluginNames().map((name) => [name, { version: '3.9.1' }]));
  return ok({
    tagline: 'Welcome to kong',
    version: '3.9.1',
    edition: 'community',
    hostname: 'portico-sandbox-1',
    node_id: nodeId,
    plugins: { available_on_server: plugins, enabled_in_cluster: [] },
    pids: { master: process.pid, workers: Array.from({ length: inForce.workers }, (_, i) => process.pid + i + 1) },
    configuration: {
      database: isDbless ? 'off' : 'postgres',
      role: 'traditional',
      router_flavor: 'traditional_compatible',
      worker_consistency: inForce.consistency,
      worker_state_update_frequency: inForce.frequency,
      db_update_frequency: inForce.dbFrequency,
      db_update_propagation: 0,
      nginx_worker_processes: String(inForce.workers),
    },
  });
}

function tagRows({ store }: AdminContext, wanted?: string): Row[] {
  const rows = [...entities.values()].flatMap((kind) =>
    store
      .list(kind.name)
      .flatMap((row) =>
        tagsOf(row).map((tag, i) => ({ tag, entity_name: kind.name, entity_id: String(row.id), position: i + 1 })),
      ),
  );
  return rows
    .filter(({ tag }) => wanted === undefined || tag === wanted)
    .sort((a, b) => (a.entity_id < b.entity_id ? -1 : a.entity_id > b.entity_id ? 1 : a.position - b.position));
}

function tagPage(context: AdminContext, url: URL, wanted?: string): AdminResponse {
  const rows = tagRows(context, wanted);
  const listed = page(rows, url, { nested: false, key: (row) => [row.entity_id, row.position] }) as { data: Row[] };
  return ok({ ...listed, data: listed.data.map(({ position: _position, ...row }) => row) });
}

function validate(context: AdminContext, name: string, body: Body): AdminResponse {
  const kind = entityNamed(name);
  const given = expandGiven(kind, rowOf(kind, body));
  const found = rowViolations(kind, completeRow(kind, given, context.random), false, given);
  if (Object.keys(found).length > 0) throw schemaViolation(found);
  return ok({ message: 'schema validation successful' });
}

function schemaMethods(context: AdminContext, path: string[]): SpecialMethods | undefined {
  const [first = '', second, ...rest] = path;
  if (rest.length > 0) return undefined;
  if (second === 'validate') {
    return {
      post: (body) => (entities.has(first) ? validate(context, first, body) : fail(404, `No entity named '${first}'`)),
    };
  }
  const showing = (schema: Schema | undefined, message: string) => ({
    get: () => (schema ? ok(schema) : fail(404, message)),
  });
  if (first === 'plugins' && second !== undefined) return showing(pluginSchema(second), `No plugin named '${second}'`);
  return second === undefined ? showing(entities.get(first)?.schema, `No entity named '${first}'`) : undefined;
}

function upstreamMethods(context: AdminContext, path: string[], url: URL): SpecialMethods | undefined {
  const [, name = '', sub, target = '', wish] = path;
  const upstream = () => {
    const row = findNamed(context.store, entityNamed('upstreams'), name);
    if (!row) throw notFound();
    return row;
  };
  if (sub === 'health' && path.length === 3)
    return { get: async () => ok(await upstreamHealth(context, upstream(), url.searchParams.has('balancer_health'))) };
  if (sub !== 'targets' || path.length !== 5 || (wish !== 'healthy' && wish !== 'unhealthy')) return undefined;
  return {
    put: () => {
      const row = findNamed(context.store, entityNamed('targets'), target, {
        field: 'upstream',
        id: String(upstream().id),
      });
      if (!row) throw notFound();
      if (wish === 'healthy') context.unhealthy.delete(String(row.id));
      else context.unhealthy.add(String(row.id));
      return { status: 204 };
    },
  };
}

function endpoints(): string[] {
  const found = [
    '/',
    '/endpoints',
    '/plugins/enabled',
    '/schemas/{name}',
    '/schemas/plugins/{name}',
    '/status',
    '/tags',
    '/tags/{tags}',
  ];
  for (const { name, path } of entities.values()) if (path) found.push(`/${path}`, `/${path}/{${name}}`);
  return found.sort();
}

/** Returns the handlers of a path about the gateway itself, undefined for any other path. */
export function specialMethods(context: AdminContext, path: string[], url: URL): SpecialMethods | undefined {
  const [top, second, ...rest] = path;
  if (top === undefined) return { get: () => rootPage(context) };
  if (top === 'schemas' && second !== undefined) return schemaMethods(context, path.slice(1));
  if (top === 'plugins' && second === 'enabled' && rest.length === 0)
    return { get: () => ok({ enabled_plugins: pluginNames() }) };
  if (top === 'plugins' && second === 'schema' && rest.length === 1)
    return schemaMethods(context, ['plugins', ...rest]);
  if (top === 'upstreams' && path.length > 2) return upstreamMethods(context, path, url);
  if (top === 'tags' && path.length <= 2) return { get: () => tagPage(context, url, second) };
  if (path.length > 1) return undefined;
  if (top === 'status') return { get: () => ok({ database: { reachable: true }, server: {}, memory: {} }) };
  if (top === 'endpoints') return { get: () => ok({ data: endpoints() }) };
  return undefined;
}
