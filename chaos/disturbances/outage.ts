import { setTimeout as sleep } from 'node:timers/promises';
import type { Disturbance } from './disturbance.ts';

/** The gateway is away for some seconds, or for more than two minutes, which is longer than an operation is tried. */
export const outage: Disturbance = {
  name: 'outage',
  weight: 1.5,
  beside: true,
  draw: (random) => {
    const seconds = random.chance(0.3) ? random.between(60, 140) : random.between(2, 30);
    return {
      what: `gateway away for ${Math.round(seconds)} s`,
      act: async (stack, signal) => {
        await stack.control('gateway', 'stop');
        await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
        await stack.control('gateway', 'start');
      },
    };
  },
};
