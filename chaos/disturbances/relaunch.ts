import type { Disturbance } from './disturbance.ts';

/**
 * The launcher is killed, and with it nobody is there to start what dies, and started again on the same data.
 *
 * @param fallen receives a line for each part that the new start has left running, or when it did not come up.
 */
export const relaunchInto = (fallen: string[]): Disturbance => ({
  name: 'relaunch',
  weight: 0.7,
  beside: false,
  draw: (random) => {
    const seconds = random.between(0, 6);
    return {
      what: `launcher killed and started again after ${seconds.toFixed(1)} s`,
      act: async (stack) => {
        const left = await stack.relaunch(seconds * 1_000).catch((error: Error) => {
          fallen.push(`the launcher was killed and did not come back: ${error.message}`);
          throw error;
        });
        for (const name of left)
          fallen.push(`${name} of before the launcher was killed still runs beside its successor`);
      },
    };
  },
});
