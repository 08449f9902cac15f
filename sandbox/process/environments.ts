import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Returns the environment of each process that this user may read, as `NAME=value`. Linux only; elsewhere nothing. */
export const readEnvironments = (): { pid: number; entries: string[] }[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      return [{ pid, entries: readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0') }];
    } catch {
      // It has ended, or belongs to another user.
      return [];
    }
  });
};
