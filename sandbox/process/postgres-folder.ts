import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';

const nobody = 65_534;

/**
 * Returns the folder for Postgres's data. Postgres does not run as root, so for root it runs as `nobody`. If `nobody`
 * may not enter the wanted folder, it is a folder under /var/tmp instead, named after the wanted one.
 */
export const postgresFolder = (wanted: string): string => {
  if (process.getuid?.() !== 0) return wanted;
  mkdirSync(wanted, { recursive: true });
  const enters =
    spawnSync('/bin/sh', ['-c', `cd '${wanted.replaceAll("'", "'\\''")}'`], { uid: nobody, gid: nobody }).status === 0;
  return enters ? wanted : `/var/tmp/portico-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
};
