import type { Random } from '../world/random.ts';
import type { Stack } from '../world/stack.ts';

/**
 * One kind of thing that goes wrong.
 *
 * @property weight how often it is chosen beside the others.
 * @property beside whether other things go wrong meanwhile; at most one of its kind at a time.
 * @property draw   chooses how, by chance alone, so that a seed gives the same again. Answers what to call it, and what does
 *                  it; that one puts right what it did, also when the signal aborts.
 */
export type Disturbance = Readonly<{
  name: string;
  weight: number;
  beside: boolean;
  draw: (random: Random) => Readonly<{ what: string; act: (stack: Stack, signal: AbortSignal) => Promise<void> }>;
}>;

/** A process that may be gone by now. */
export const signalProcess = (pid: number | undefined, signal: NodeJS.Signals): boolean => {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};
