import { setTimeout as sleep } from 'node:timers/promises';
import type { SmallDisk } from '../world/small-disk.ts';
import type { Disturbance } from './disturbance.ts';

/** The disk of the database is full for some seconds: nothing can be written, everything can be read. */
export const fillDisk = (disk: SmallDisk): Disturbance => ({
  name: 'full disk',
  weight: 1.2,
  beside: false,
  draw: (random) => {
    const seconds = random.between(3, 15);
    return {
      what: `disk full for ${Math.round(seconds)} s (${disk.how})`,
      act: async (_stack, signal) => {
        try {
          await disk.fill();
          await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
        } finally {
          await disk.free();
        }
      },
    };
  },
});
