import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let boot: string | undefined;
/** Returns the machine's boot. A process's start time counts from it, so both are needed. */
const bootOf = (): string => {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return boot;
};

/**
 * Returns the start of a process. It tells two processes with the same id apart, because ids are used again.
 *
 * @returns the start time as a text to compare. Undefined if there is no such process, or it has ended and its parent
 *          has not read its exit status.
 */
export const bornAt = (pid: number): string | undefined => {
  try {
    if (process.platform !== 'linux') {
      // `Z    Sun Nov 22 12:00:00 2026`: the state, then the start.
      const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      });
      const [state = '', ...start] = stdout.trim().split(/\s+/);
      return state === '' || state.startsWith('Z') ? undefined : start.join(' ');
    }
    // The name in parentheses may contain anything. After it come the state (field 3) and the start (field 22).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${bootOf()} ${fields[19]}`;
  } catch {
    return undefined;
  }
};
