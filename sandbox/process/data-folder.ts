import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { writeWhole } from '../gateway/write-whole.ts';
import { endLeftovers } from './end-leftovers.ts';
import { postgresFolder } from './postgres-folder.ts';
import { isAtWork, type RunningFile, readRunning, writeRunning } from './running.ts';
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
 * @property wipe     deletes everything that starts ever wrote, but their logs: parts write to them already.
 */
export type DataFolder = Readonly<{
  at: (...parts: string[]) => string;
  folder: string;
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
  const begun = Date.now();
  let told = false;
  for (;;) {
    const release = takeLock(at('lock.sqlite'));
    if (release) return release;
    const written = readRunning(at('running.json'));
    // Whoever has the lock writes at once; until then it is the word of a start that was killed.
    const other = written && isAtWork(written) ? written : undefined;
    if (!other && Date.now() - begun < 1_000) {
      await sleep(50);
      continue;
    }
    if (!other?.ending || Date.now() - begun > 45_000) {
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

/** What a start ever wrote into its folder; nothing else of it is deleted. */
const own = ['identity.json', 'identity.json.new', 'lock', 'postgres', 'gateway', 'identity-provider'];

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
  const left = readRunning(at('running.json'))?.parts;
  const running = writeRunning(at('running.json'), left);
  await endLeftovers(path.resolve(folder), left, postgres, say);
  running.forgetLeftovers();
  const file = at('identity.json');
  return {
    at,
    folder: path.resolve(folder),
    postgres,
    running,
    known: () => readIdentity(file),
    save: (identity) => writeWhole(file, JSON.stringify(identity, null, 2)),
    wipe: () => {
      for (const each of [...own.map((name) => at(name)), postgres]) rmSync(each, { recursive: true, force: true });
    },
    release: () => {
      running.remove();
      unlock();
    },
  };
};
