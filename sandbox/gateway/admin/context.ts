import type { InForce } from '../in-force.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store.ts';

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
