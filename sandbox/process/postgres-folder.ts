import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { isOwnPlace, rootAndNobody } from '../postgres/own-place.ts';
import { StartError } from './start-error.ts';

const nobody = 65_534;

/**
 * Returns the folder for Postgres's data. Postgres does not run as root, so for root it runs as `nobody`. If `nobody`
 * may not enter the wanted folder, it is a folder under /var/tmp instead, named after the wanted one.
 *
 * @throws StartError when somebody else has made the folder under /var/tmp.
 */
export const postgresFolder = (wanted: string): string => {
  if (process.getuid?.() !== 0) return wanted;
  mkdirSync(wanted, { recursive: true });
  const enters =
    spawnSync('/bin/sh', ['-c', `cd '${wanted.replaceAll("'", "'\\''")}'`], { uid: nobody, gid: nobody }).status === 0;
  if (enters) return wanted;
  const folder = `/var/tmp/portico-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  try {
    mkdirSync(folder, { mode: 0o755 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isOwnPlace(folder, rootAndNobody)) return folder;
  throw new StartError(
    `${folder} is the place of the database, and another user has made it. Remove it, or use a data folder that every user may enter: PORTICO_DATA=<folder> npm start`,
  );
};
