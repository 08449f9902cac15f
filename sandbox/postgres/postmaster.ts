import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const commandOf = (pid: number): string => {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const readPidFile = (directory: string): readonly string[] | undefined => {
  try {
    return readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
};

/** The process that runs a Postgres on this data, by its own `postmaster.pid`; undefined when none does. */
export const postmasterOf = (directory: string): number | undefined => {
  const lines = readPidFile(directory);
  const [pid, data] = [Number(lines?.[0]), lines?.[1]];
  // The id may be another program's by now; only a Postgres of this data names this folder in its command.
  return pid > 0 && data && commandOf(pid).includes(`-D ${data}`) ? pid : undefined;
};

/**
 * Makes a `postmaster.pid` that nobody minds any more harmless. Postgres refuses to start when the process it names is
 * alive, whatever that is by now; its parent's id it takes for stale. The file stays, because Postgres finds in it the
 * shared memory of backends that have not ended yet, and waits for those.
 */
export const forgetDeadPostmaster = (directory: string): void => {
  const lines = readPidFile(directory);
  if (!lines || postmasterOf(directory) !== undefined) return;
  writeFileSync(path.join(directory, 'postmaster.pid'), [String(process.pid), ...lines.slice(1)].join('\n'));
};
