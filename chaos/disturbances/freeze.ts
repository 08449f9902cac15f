import { setTimeout as sleep } from 'node:timers/promises';
import { type Disturbance, signalProcess } from './disturbance.ts';

/** A worker stands still (a paused virtual machine) and goes on later as if nothing had been. */
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
        // Unless it was killed meanwhile: its number may be another's by now.
        if (stack.pidOf(name) === pid) signalProcess(pid, 'SIGCONT');
      },
    };
  },
};
