/** Says when a change of routes, services and plugins comes into force at the proxy. */
export type InForce = {
  /** `strict`: with the next request. `eventual`: each worker has its own copies, and its own timers to renew them. */
  consistency: 'eventual' | 'strict';
  /** Seconds between two checks of a timer, as in Kong's `worker_state_update_frequency`. */
  frequency: number;
  /** Number of workers of each node. A connection belongs to one worker until it is closed. */
  workers: number;
  /** Number of nodes behind the proxy. The Admin API is the first one's. */
  nodes: number;
  /** Seconds between two questions of the other nodes to the database, as in Kong's `db_update_frequency`. */
  dbFrequency: number;
  /** Seed for the timers' phases and the worker of each connection. The same seed gives the same choices. */
  seed: number;
  /** When the timers of the first workers check, as parts of `frequency` (0 to 1). Default: chosen by the seed. */
  phases?: readonly { router: number; plugins: number }[];
  /**
   * `frequency` is not an upper bound: after `writes` writes between two checks, a copy is made `later` times
   * `frequency` later.
   */
  burst: { writes: number; later: number };
  /** Whether the router of the first worker misses every second change, until something is written again. */
  stuck: boolean;
};

const plain: InForce = {
  consistency: 'strict',
  frequency: 5,
  workers: 1,
  nodes: 1,
  dbFrequency: 5,
  seed: 1,
  // After 1,500 writes by 32 connections, a real Kong with a frequency of 5 s took up to 6.7 s.
  burst: { writes: 1000, later: 0.3 },
  stuck: false,
};

/** Returns the settings with their defaults: one worker, strict. @throws when a number is out of range */
export function inForce(given: Partial<InForce> = {}): InForce {
  const settings = { ...plain, ...given };
  for (const seconds of [settings.frequency, settings.dbFrequency])
    if (!(seconds > 0)) throw new Error('a frequency must be a number of seconds above 0');
  for (const number of [settings.workers, settings.nodes])
    if (!Number.isInteger(number) || number < 1) throw new Error('there must be at least one worker and one node');
  return settings;
}

/** Returns a source of pseudorandom numbers from 0 to 1 (mulberry32). The same seed gives the same numbers. */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
