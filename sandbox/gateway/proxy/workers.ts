import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { entities } from '../entity/entities.ts';
import { createNodeView } from '../entity/node-view.ts';
import type { Store } from '../entity/store.ts';
import { type InForce, seededNumbers } from '../kernel/in-force.ts';
import type { WorkerName } from './call.ts';
import { type Copy, strictCopy, timedCopy } from './copy.ts';
import { createPluginPlan, type PluginPlan } from './plugin-plan.ts';
import { createRouter, type Router } from './router.ts';

/** The state in force at one worker. Workers know nothing of each other. `store` is what their node knows. */
type ProxyWorker = { router: Copy<Router>; plugins: Copy<PluginPlan>; store: Store; name: WorkerName };

export type Workers = {
  /** Returns the worker of a connection. It stays the same until the connection is closed. */
  of(connection: Socket): ProxyWorker;
  all: readonly ProxyWorker[];
  close(): void;
};

const versionOf = (store: Store, kinds: Iterable<string>) => {
  const of = [...kinds];
  return () => of.reduce((sum, kind) => sum + store.version(kind), 0);
};

/**
 * Creates the gateway's workers. Each has a copy of routes and services and a copy of the plugins, each with a timer of
 * its own. So changes may come into force in another order than they were written.
 *
 * @param nodeId of the first node, which knows each write at once.
 */
export function createWorkers(shared: Store, settings: InForce, nodeId: string): Workers {
  const next = seededNumbers(settings.seed);
  const kinds = [...entities.keys()];
  const every = settings.frequency * 1000;
  const copyOf = <T>(build: () => T, store: Store, kinds: string[], phase: number, stuck: boolean): Copy<T> => {
    const source = { build, version: versionOf(store, kinds), writes: versionOf(store, entities.keys()) };
    if (settings.consistency === 'strict') return strictCopy(source);
    const { writes: burst, later } = settings.burst;
    return timedCopy(source, { every, phase: phase * every, burst, late: later * every, stuck });
  };
  const asking = settings.dbFrequency * 1000;
  const views = Array.from({ length: settings.nodes - 1 }, () =>
    createNodeView(shared, kinds, asking, next() * asking),
  );
  const nodes = [{ id: nodeId, store: shared }, ...views.map(({ store }) => ({ id: randomUUID(), store }))];
  const all = nodes.flatMap(({ id, store }, node) =>
    Array.from({ length: settings.workers }, (_, i): ProxyWorker => {
      const place = node * settings.workers + i;
      const phase = settings.phases?.[place] ?? { router: next(), plugins: next() };
      const stuck = settings.stuck && place === 0;
      return {
        router: copyOf(() => createRouter(store), store, ['routes', 'services'], phase.router, stuck),
        plugins: copyOf(() => createPluginPlan(store), store, ['plugins'], phase.plugins, false),
        store,
        name: { node_id: id, worker_pid: process.pid + place + 1, hostname: `portico-sandbox-${node + 1}` },
      };
    }),
  );
  const chosen = new WeakMap<Socket, ProxyWorker>();
  return {
    all,
    of(connection) {
      const worker = chosen.get(connection) ?? all[Math.floor(next() * all.length)];
      if (!worker) throw new Error('no worker');
      chosen.set(connection, worker);
      return worker;
    },
    close() {
      for (const view of views) view.close();
      for (const { router, plugins } of all) {
        router.close();
        plugins.close();
      }
    },
  };
}
