import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';

const nobody = 65_534;

/**
 * Where Postgres keeps its data. Postgres does not run as root, so there it runs as `nobody`; a home
 * folder that nobody else may enter is then passed over for one under /var/tmp, named after it.
 */
export const postgresFolder = (wanted: string): string => {
  if (process.getuid?.() !== 0) return wanted;
  mkdirSync(wanted, { recursive: true });
  const enters =
    spawnSync('/bin/sh', ['-c', `cd '${wanted.replaceAll("'", "'\\''")}'`], { uid: nobody, gid: nobody }).status === 0;
  return enters ? wanted : `/var/tmp/portico-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
};
