import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Random } from '../world/random.ts';
import type { Stack } from '../world/stack.ts';

/**
 * One kind of disturbance.
 *
 * @property weight how often it is chosen, relative to the others.
 * @property beside whether other disturbances may run at the same time. At most one of each kind runs.
 * @property draw   chooses the details from random numbers only, so that a seed gives the same again. Returns a name,
 *                  and a function that does it and then undoes it, also when the signal aborts.
 */
export type Disturbance = Readonly<{
  name: string;
  weight: number;
  beside: boolean;
  draw: (random: Random) => Readonly<{ what: string; act: (stack: Stack, signal: AbortSignal) => Promise<void> }>;
}>;

/** Sends a signal to a process. Returns false if it is gone. */
export const signalProcess = (pid: number | undefined, signal: NodeJS.Signals): boolean => {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
};

/** Returns the processes that a process has started and that still run. */
export const childrenOf = async (pid: number): Promise<number[]> => {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
};
