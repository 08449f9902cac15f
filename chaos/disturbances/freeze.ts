import { setTimeout as sleep } from 'node:timers/promises';
import { type Disturbance, signalProcess } from './disturbance.ts';

/** A worker is paused, like a virtual machine, and continues later. */
export const freeze: Disturbance = {
  name: 'freeze',
  weight: 2.5,
  beside: true,
  draw: (random) => {
    const name = random.chance(0.5) ? 'worker' : 'worker-2';
    const seconds = random.between(1, 20);
    return {
      what: `${name} frozen for ${Math.round(seconds)} s`,
      act: async (stack, signal) => {
        const pid = stack.pidOf(name);
        if (!signalProcess(pid, 'SIGSTOP')) return;
        await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
        // If it was killed meanwhile, another process may have its id.
        if (stack.pidOf(name) === pid) signalProcess(pid, 'SIGCONT');
      },
    };
  },
};
