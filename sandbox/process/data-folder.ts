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

/** A Kong of one's own, this machine's address for it, and the id that marks this installation's objects there. */
const ownKong = z.object({
  adminUrl: z.string(),
  apiUrl: z.string(),
  apiSslUrl: z.string(),
  host: z.string(),
  installationId: z.uuid().optional(),
});
export type OwnKong = z.output<typeof ownKong>;

/** The secrets and ports that a sandbox keeps between its starts, beside its data. */
const identity = z.object({
  porticoKey: z.base64(),
  databasePassword: z.string(),
  appPassword: z.string(),
  clientSecret: z.string(),
  controlToken: z.string(),
  /** The token of the sandbox gateway's Admin API. Folders of older releases have none. */
  gatewayToken: z.string().optional(),
  /** Of the broker's administrator. Folders of older releases get one with their next start. */
  kafkaPassword: z.string().optional(),
  /** They stay the same, because events and the gateway contain addresses. */
  ports: z.record(z.string(), z.int()),
  /** The Kong that the demo was set up with. Undefined for the sandbox gateway. */
  kong: ownKong.optional(),
});
export type Identity = z.output<typeof identity>;

/**
 * @property postgres the folder of Postgres, seldom outside the data folder.
 * @property running  the file of the running processes.
 * @property known    what an earlier start kept, undefined if there was none.
 * @property wipe     deletes everything that any start wrote, except logs, which parts write already.
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
  kafkaPassword: randomBytes(12).toString('base64url'),
  ports: {},
});

/**
 * Takes the lock of the folder, because two starts would overwrite each other's data. The operating system keeps the
 * lock and releases it when its process ends in any way, so a lock is never out of date.
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
    // The owner of the lock writes this file at once. Until then, the file may be from a start that was killed.
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

/** Everything that any start writes into its folder. Nothing else in it is ever deleted. */
const own = ['identity.json', 'identity.json.new', 'lock', 'postgres', 'gateway', 'identity-provider', 'kafka'];

/**
 * Opens the data folder of a sandbox, and makes it on the first start. Ends what a killed start left running on it.
 *
 * @throws StartError when another start uses it or it is broken.
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
