import { setTimeout as sleep } from 'node:timers/promises';
import { bornAt } from './born.ts';

const send = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, or it belongs to somebody else: whoever waits for its end finds out.
    return false;
  }
};

/** Kills what is left of a group whose leader has just ended. */
export const killGroup = (leader: number | undefined): void => {
  if (leader !== undefined) send(-leader, 'SIGKILL');
};

/**
 * Ends a process that leads a group, with what it started: asked first, killed when it does not listen.
 *
 * @param signals  what asks it, one after the other.
 * @param patience milliseconds that it has after each.
 * @returns whether it is gone.
 */
export const endGroup = async (pid: number, signals: readonly NodeJS.Signals[], patience: number): Promise<boolean> => {
  const born = bornAt(pid);
  if (born === undefined) return true;
  const gone = async (within: number) => {
    const deadline = Date.now() + within;
    while (bornAt(pid) === born) {
      if (Date.now() > deadline) return false;
      await sleep(20);
    }
    return true;
  };
  for (const signal of signals) {
    // An older release did not give every part a group of its own.
    if (!send(-pid, signal) && bornAt(pid) === born) send(pid, signal);
    if (await gone(patience)) break;
  }
  // Also when its leader is gone: what it started and did not end goes with it.
  if (!send(-pid, 'SIGKILL') && bornAt(pid) === born) send(pid, 'SIGKILL');
  return gone(2_000);
};
