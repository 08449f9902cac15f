import { setTimeout as sleep } from 'node:timers/promises';
import { type Disturbance, signalProcess } from './disturbance.ts';

/** Workers most often. The other web server serves while one is paused. */
const parts = { worker: 3, 'worker-2': 3, bff: 2, 'bff-2': 2, projector: 1 } as const;

/** A process is paused, like a virtual machine, and continues later. */
export const freeze: Disturbance = {
  name: 'freeze',
  weight: 4,
  beside: true,
  draw: (random) => {
    const name = random.weighed(parts);
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
