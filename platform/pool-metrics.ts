import { Gauge, type Registry } from 'prom-client';
import type { Pool } from './database.ts';

/**
 * Adds `portico_database_connections` to a process's metrics, by the pool's name and by state: `in use`, `idle`, and
 * `awaited` by code that waits for one. A number in use that never falls is a leak.
 */
export const observePools = (registry: Registry, pools: Readonly<Record<string, Pool>>): void => {
  new Gauge({
    name: 'portico_database_connections',
    help: 'Connections to the database, by pool and state; awaited: code that waits for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        this.set({ pool: name, state: 'in use' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'awaited' }, pool.waitingCount);
      }
    },
  });
};
