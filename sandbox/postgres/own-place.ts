import { lstatSync } from 'node:fs';

const nobody = 65_534;
const writableByOthers = 0o022;

/**
 * Returns whether a folder in a place where everybody may make folders, such as /tmp, is ours. Somebody else may have
 * made one of this name before, or a link to another folder.
 *
 * @param owners user ids that may own it. Default: the user of this process.
 */
export const isOwnPlace = (folder: string, owners: readonly number[] = [process.getuid?.() ?? 0]): boolean => {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  // Windows has no user ids, and a temporary folder for each user.
  return process.getuid === undefined || (owners.includes(found.uid) && (found.mode & writableByOthers) === 0);
};

/** Root and the user that Postgres runs as for root. */
export const rootAndNobody: readonly number[] = [0, nobody];
