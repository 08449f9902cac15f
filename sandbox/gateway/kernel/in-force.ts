/** When a change of routes, services and plugins is in force at the proxy. */
export type InForce = {
  /** `strict`: with the next request. `eventual`: each worker has copies, and makes them anew on timers of its own. */
  consistency: 'eventual' | 'strict';
  /** Seconds between two looks of a timer; Kong's `worker_state_update_frequency`. */
  frequency: number;
  /** A connection belongs to one of them for as long as it lasts. */
  workers: number;
  /** Chooses the timers' phases and the worker of each connection; the same number, the same choices. */
  seed: number;
  /** When the timers of each worker look, as parts of `frequency` (0 to 1); chosen by the seed where none is given. */
  phases?: readonly { router: number; plugins: number }[];
  /** `frequency` is no upper bound: after this many writes between two looks, a copy is made this many times it later. */
  burst: { writes: number; later: number };
  /** The first worker's router misses every other change that it should see, until something is written again. */
  stuck: boolean;
};

const plain: InForce = {
  consistency: 'strict',
  frequency: 5,
  workers: 1,
  seed: 1,
  // 1,500 writes by 32 connections: a real Kong took up to 6.7 s at 5 s.
  burst: { writes: 1000, later: 0.3 },
  stuck: false,
};

/** Completes the settings: one worker and strict unless told. @throws when a number makes no sense */
export function inForce(given: Partial<InForce> = {}): InForce {
  const settings = { ...plain, ...given };
  if (!(settings.frequency > 0)) throw new Error('the frequency must be a number of seconds over 0');
  if (!Number.isInteger(settings.workers) || settings.workers < 1) throw new Error('there must be at least one worker');
  return settings;
}

/** Numbers from 0 to 1 that only look random: the same seed gives the same ones (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
