import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const prefix = 'portico-code-';
/** In a scratch folder: the process group that works in it. */
const groupFile = 'group';
/** Milliseconds; no generation lives as long. */
const oldAge = 60 * 60 * 1_000;

const foldersOf = async (start: string): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(start)).map((name) => path.join(tmpdir(), name));

/**
 * Kills the group that works in the folder. A number may have been given to somebody else since, so only a group whose
 * first process still stands in the folder is killed; where there is no /proc to tell, its own limits end it.
 */
const endGroup = async (folder: string): Promise<void> => {
  try {
    const group = Number(await readFile(path.join(folder, groupFile), 'utf8'));
    const place = await readlink(`/proc/${group}/cwd`);
    if (group > 1 && place.startsWith(folder)) process.kill(-group, 'SIGKILL');
  } catch {
    // Nothing was started here, or it has ended.
  }
};

/**
 * A folder of this attempt alone. What earlier attempts at the operation left on this machine is ended and removed: a
 * worker that was killed leaves its generator running, which must not write where the next one does.
 *
 * @property work      where the generator stands and may write.
 * @property groupFile where the first process of its group writes its number, in time for the next attempt.
 */
export const openScratch = async (operationId: string) => {
  const own = `${prefix}${operationId}-`;
  for (const left of await foldersOf(own)) {
    await endGroup(left);
    await rm(left, { recursive: true, force: true });
  }
  const folder = await mkdtemp(path.join(tmpdir(), own));
  const work = path.join(folder, 'work');
  await mkdir(work);
  return {
    folder,
    work,
    groupFile: path.join(folder, groupFile),
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Removes the folders of workers that were killed and whose operations nobody tried again. */
export const dropOldScratch = async (): Promise<void> => {
  for (const folder of await foldersOf(prefix)) {
    const changed = await stat(folder).catch(() => undefined);
    if (!changed || Date.now() - changed.mtimeMs < oldAge) continue;
    await endGroup(folder);
    await rm(folder, { recursive: true, force: true });
  }
};
