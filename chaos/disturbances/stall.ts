import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, type Disturbance, signalProcess } from './disturbance.ts';

/** Pauses all of Postgres, or only its connections, for a moment, like a busy disk. */
export const stall: Disturbance = {
  name: 'stall',
  weight: 2,
  beside: false,
  draw: (random) => {
    const seconds = random.between(0.5, 2.5);
    const whole = random.chance(0.5);
    return {
      what: `${whole ? 'Postgres' : 'connections of Postgres'} stopped for ${seconds.toFixed(1)} s`,
      act: async (stack) => {
        const postmaster = stack.pidOf('postgres');
        if (postmaster === undefined) return;
        const all = [postmaster, ...(await childrenOf(postmaster))];
        const stopped = (whole ? all : all.slice(1)).filter((pid) => signalProcess(pid, 'SIGSTOP'));
        await sleep(seconds * 1_000);
        for (const pid of stopped) signalProcess(pid, 'SIGCONT');
      },
    };
  },
};
