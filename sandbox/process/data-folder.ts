import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { endLeftovers } from './end-leftovers.ts';
import { postgresFolder } from './postgres-folder.ts';
import { type RunningFile, readRunning, writeRunning } from './running.ts';
import { StartError } from './start-error.ts';

/** Somebody's own Kong, how it reaches this machine, and whose things there are this installation's. */
const ownKong = z.object({
  adminUrl: z.string(),
  apiUrl: z.string(),
  apiSslUrl: z.string(),
  host: z.string(),
  installationId: z.uuid().optional(),
});
export type OwnKong = z.output<typeof ownKong>;

/** What one sandbox keeps between its starts beside its data: its secrets and its ports. */
const identity = z.object({
  porticoKey: z.base64(),
  databasePassword: z.string(),
  appPassword: z.string(),
  clientSecret: z.string(),
  controlToken: z.string(),
  /** Of the sandbox gateway's Admin API. A folder of a release without it was registered without one. */
  gatewayToken: z.string().optional(),
  /** Kept, since the events and the gateway remember addresses. */
  ports: z.record(z.string(), z.int()),
  /** The Kong that the demo was set up on; the sandbox gateway when there is none. */
  kong: ownKong.optional(),
});
export type Identity = z.output<typeof identity>;

/**
 * @property postgres where Postgres keeps its files; seldom outside the folder.
 * @property running  what runs on it.
 * @property known    what an earlier start kept; undefined when there was none.
 * @property wipe     deletes everything that starts ever wrote.
 */
export type DataFolder = Readonly<{
  at: (...parts: string[]) => string;
  postgres: string;
  running: RunningFile;
  known: () => Identity | undefined;
  save: (identity: Identity) => void;
  wipe: () => void;
  release: () => void;
}>;

export const newIdentity = (): Identity => ({
  porticoKey: randomBytes(32).toString('base64'),
  databasePassword: randomBytes(18).toString('base64url'),
  appPassword: randomBytes(18).toString('base64url'),
  clientSecret: randomBytes(24).toString('base64url'),
  controlToken: randomBytes(24).toString('base64url'),
  gatewayToken: randomBytes(24).toString('base64url'),
  ports: {},
});

/**
 * One start at a time: two would write over each other's data. The operating system keeps the lock and lets go of it
 * when its process ends, however it ends, so no lock is ever stale.
 */
const takeLock = (file: string): (() => void) | undefined => {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    // SQLITE_BUSY
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
};

/** Waits for a start that is about to end. @throws StartError when another start uses the folder. */
const lock = async (at: (file: string) => string, say: (line: string) => void): Promise<() => void> => {
  const deadline = Date.now() + 45_000;
  let told = false;
  for (;;) {
    const release = takeLock(at('lock.sqlite'));
    if (release) return release;
    const other = readRunning(at('running.json'));
    if (!other?.ending || Date.now() > deadline) {
      const where = other?.url ? ` at ${other.url}` : '';
      const who = other ? ` (process ${other.pid})` : '';
      throw new StartError(
        `Portico is already running${where}${who}. Use it, or end it with Ctrl-C in its terminal${other ? ` or with: kill ${other.pid}` : ''}`,
      );
    }
    if (!told) say('Waiting for an earlier start to end');
    told = true;
    await sleep(200);
  }
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
    throw new StartError(
      `The data folder is broken: ${file} can't be read. Restore it from a copy, or use another data folder: PORTICO_DATA=<folder> npm start`,
    );
  }
};

/** Everything that a start ever wrote into its folder; nothing else of it is deleted. */
const own = ['identity.json', 'identity.json.new', 'lock', 'postgres', 'gateway', 'identity-provider', 'logs'];

/**
 * Opens the folder that a sandbox keeps everything in, making it on the first start, and ends what a killed start left
 * running on it.
 *
 * @throws StartError when another start uses it, or it is broken.
 */
export const openDataFolder = async (folder: string, say: (line: string) => void): Promise<DataFolder> => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } catch {
    throw new StartError(`The data folder ${folder} can't be made. Check the rights of its parent folder.`);
  }
  const at = (...parts: string[]) => path.join(folder, ...parts);
  const unlock = await lock(at, say);
  const postgres = postgresFolder(at('postgres'));
  await endLeftovers(readRunning(at('running.json')), postgres, say);
  const running = writeRunning(at('running.json'));
  const file = at('identity.json');
  const save = (value: Identity) => {
    writeFileSync(`${file}.new`, JSON.stringify(value, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    at,
    postgres,
    running,
    known: () => readIdentity(file),
    save,
    wipe: () => {
      for (const each of [...own.map((name) => at(name)), postgres]) rmSync(each, { recursive: true, force: true });
    },
    release: () => {
      running.remove();
      unlock();
    },
  };
};
