import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const prefix = 'portico-code-';
/** The file in a scratch folder that has the id of the process group. */
const groupFile = 'group';
/** Milliseconds after which a folder is abandoned: no generation takes so long. */
const oldAge = 60 * 60 * 1_000;

const foldersOf = async (start: string): Promise<readonly string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(start)).map((name) => path.join(tmpdir(), name));

/**
 * Kills the process group of a folder. The operating system may have given its id to another group, so it kills only a
 * group whose first process has the folder as its working folder. Without /proc to check this, the group's own limits
 * end it.
 */
const endGroup = async (folder: string): Promise<void> => {
  try {
    const group = Number(await readFile(path.join(folder, groupFile), 'utf8'));
    const place = await readlink(`/proc/${group}/cwd`);
    if (group > 1 && place.startsWith(folder)) process.kill(-group, 'SIGKILL');
  } catch {
    // No process was started here, or it has ended.
  }
};

/**
 * Creates a folder for this attempt. Ends and removes what earlier attempts left on this machine: a killed worker
 * leaves its generator running, which must not write where the next one works.
 *
 * @property work      the generator's working folder, where it may write.
 * @property groupFile where the first process of the group writes its id, for the next attempt.
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

/** Removes the folders of killed workers whose operations nobody tried again. */
export const dropOldScratch = async (): Promise<void> => {
  for (const folder of await foldersOf(prefix)) {
    const changed = await stat(folder).catch(() => undefined);
    if (!changed || Date.now() - changed.mtimeMs < oldAge) continue;
    await endGroup(folder);
    await rm(folder, { recursive: true, force: true });
  }
};
