import type { Store } from '../entity/store.ts';
import type { InForce } from '../kernel/in-force.ts';
import type { Random } from '../kernel/random.ts';

/** Shared by all handlers of the Admin API. */
export type AdminContext = {
  store: Store;
  random: Random;
  nodeId: string;
  /** Ids of the targets that somebody marked unhealthy (`PUT .../unhealthy`). Lost on restart, as in Kong. */
  unhealthy: Set<string>;
  /** Whether it runs without a database: it takes no changes. */
  isDbless: boolean;
  /** Shown by `GET /`. */
  inForce: InForce;
};
