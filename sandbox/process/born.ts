import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let boot: string | undefined;
/** A machine that was started again counts its processes' ages from zero: the boot belongs to the time. */
const bootOf = (): string => {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return boot;
};

/**
 * Tells two processes with the same id apart, since ids are used again.
 *
 * @returns when the process was started, as a text to compare; undefined when there is no such process, or it has ended
 *          and only its parent has not asked how.
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
    // The name in parentheses may hold anything; behind it come the state (field 3) and the start (field 22).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${bootOf()} ${fields[19]}`;
  } catch {
    return undefined;
  }
};
