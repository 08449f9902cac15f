import { setTimeout as sleep } from 'node:timers/promises';
import { bornAt } from './born.ts';

const send = (pid: number, signal: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, signal);
  } catch {
    // It has ended meanwhile, or belongs to another user. The caller waits for its end and notices.
    return false;
  }
};

/** Kills the rest of a group whose leader has just ended. */
export const killGroup = (leader: number | undefined): void => {
  if (leader !== undefined) send(-leader, 'SIGKILL');
};

/**
 * Ends the leader of a process group and all processes that it started. Sends signals first, then kills.
 *
 * @param signals  the signals to send, one after the other.
 * @param patience milliseconds to wait after each signal.
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
    // In an older release, not every part had a group of its own.
    if (!send(-pid, signal) && bornAt(pid) === born) send(pid, signal);
    if (await gone(patience)) break;
  }
  // Kills the group even if its leader is gone, because processes that it started may still run.
  if (!send(-pid, 'SIGKILL') && bornAt(pid) === born) send(pid, 'SIGKILL');
  return gone(2_000);
};
