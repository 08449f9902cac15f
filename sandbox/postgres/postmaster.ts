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

/** Returns the process that runs a Postgres on this data, from `postmaster.pid`. Undefined if none does. */
export const postmasterOf = (directory: string): number | undefined => {
  const lines = readPidFile(directory);
  const [pid, data] = [Number(lines?.[0]), lines?.[1]];
  // Another program may have the id now. Only a Postgres of this data has this folder in its command line.
  return pid > 0 && data && commandOf(pid).includes(`-D ${data}`) ? pid : undefined;
};

/**
 * Makes the `postmaster.pid` of a dead Postgres harmless. Postgres refuses to start if the process in it is alive, even
 * if it is another program now. It takes its parent's id for out of date. The file stays, because it names the shared
 * memory of backends that have not ended yet, and Postgres waits for those.
 */
export const forgetDeadPostmaster = (directory: string): void => {
  const lines = readPidFile(directory);
  if (!lines || postmasterOf(directory) !== undefined) return;
  writeFileSync(path.join(directory, 'postmaster.pid'), [String(process.pid), ...lines.slice(1)].join('\n'));
};
