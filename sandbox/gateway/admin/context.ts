import type { Store } from '../entity/store.ts';
import type { InForce } from '../kernel/in-force.ts';
import type { Random } from '../kernel/random.ts';

/** What every handler of the Admin API works with. */
export type AdminContext = {
  store: Store;
  random: Random;
  nodeId: string;
  /** Targets marked unhealthy by hand (`PUT .../unhealthy`), by id; lost on restart, as in Kong. */
  unhealthy: Set<string>;
  /** What `GET /` tells about it. */
  inForce: InForce;
};
