import type { Socket } from 'node:net';
import { entities } from '../entity/entities.ts';
import type { Store } from '../entity/store.ts';
import { type InForce, seededNumbers } from '../kernel/in-force.ts';
import { type Copy, strictCopy, timedCopy } from './copy.ts';
import { createPluginPlan, type PluginPlan } from './plugin-plan.ts';
import { createRouter, type Router } from './router.ts';

/** The state in force at one worker. Workers know nothing of each other. */
type ProxyWorker = { router: Copy<Router>; plugins: Copy<PluginPlan> };

export type Workers = {
  /** Returns the worker of a connection. It stays the same until the connection is closed. */
  of(connection: Socket): ProxyWorker;
  all: readonly ProxyWorker[];
  close(): void;
};

/**
 * Creates the gateway's workers. Each has a copy of routes and services and a copy of the plugins, each with a timer of
 * its own. So changes may come into force in another order than they were written.
 */
export function createWorkers(store: Store, settings: InForce): Workers {
  const next = seededNumbers(settings.seed);
  const versionOf = (kinds: Iterable<string>) => () => {
    let sum = 0;
    for (const kind of kinds) sum += store.version(kind);
    return sum;
  };
  const writes = versionOf([...entities.keys()]);
  const every = settings.frequency * 1000;
  const copyOf = <T>(build: () => T, kinds: string[], phase: number, stuck: boolean): Copy<T> => {
    const source = { build, version: versionOf(kinds), writes };
    if (settings.consistency === 'strict') return strictCopy(source);
    const { writes: burst, later } = settings.burst;
    return timedCopy(source, { every, phase: phase * every, burst, late: later * every, stuck });
  };
  const all = Array.from({ length: settings.workers }, (_, i): ProxyWorker => {
    const phase = settings.phases?.[i] ?? { router: next(), plugins: next() };
    return {
      router: copyOf(() => createRouter(store), ['routes', 'services'], phase.router, settings.stuck && i === 0),
      plugins: copyOf(() => createPluginPlan(store), ['plugins'], phase.plugins, false),
    };
  });
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
      for (const { router, plugins } of all) {
        router.close();
        plugins.close();
      }
    },
  };
}
