import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** What one sandbox keeps between its starts beside its data: its secrets and its ports. */
const identity = z.object({
  porticoKey: z.base64(),
  databasePassword: z.string(),
  appPassword: z.string(),
  clientSecret: z.string(),
  controlToken: z.string(),
  /** Kept, since the events and the gateway remember addresses. */
  ports: z.record(z.string(), z.int()),
});
export type Identity = z.output<typeof identity>;

/** A clear end of the start: the message is all that is printed. */
export class StartError extends Error {}

export type DataFolder = Readonly<{
  at: (...parts: string[]) => string;
  identity: Identity;
  save: (identity: Identity) => void;
  release: () => void;
}>;

const newIdentity = (): Identity => ({
  porticoKey: randomBytes(32).toString('base64'),
  databasePassword: randomBytes(18).toString('base64url'),
  appPassword: randomBytes(18).toString('base64url'),
  clientSecret: randomBytes(24).toString('base64url'),
  controlToken: randomBytes(24).toString('base64url'),
  ports: {},
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** One start at a time: two would write over each other's data. */
const lock = (file: string): void => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = Number(readFileSync(file, 'utf8'));
  if (owner > 0 && owner !== process.pid && isAlive(owner)) {
    throw new StartError(`Portico already runs in this folder (process ${owner}). Stop it first, or use it.`);
  }
  writeFileSync(file, String(process.pid));
};

const readIdentity = (file: string): Identity | undefined => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return identity.parse(JSON.parse(text));
  } catch {
    throw new StartError(`The data folder is broken: ${file} can't be read. Begin anew with: npm start -- --reset`);
  }
};

/**
 * Opens the folder that a sandbox keeps everything in, making it on the first start.
 *
 * @throws StartError when another start uses it, or it is broken.
 */
export const openDataFolder = (folder: string): DataFolder => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } catch {
    throw new StartError(`The data folder ${folder} can't be made. Check the rights of its parent folder.`);
  }
  const at = (...parts: string[]) => path.join(folder, ...parts);
  lock(at('lock'));
  const file = at('identity.json');
  const save = (value: Identity) => {
    writeFileSync(`${file}.new`, JSON.stringify(value, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const known = readIdentity(file);
  const current = known ?? newIdentity();
  if (!known) save(current);
  return { at, identity: current, save, release: () => rmSync(at('lock'), { force: true }) };
};
