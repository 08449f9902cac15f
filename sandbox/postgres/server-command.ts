import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { packagedBinaries, runnableBinaries } from './binaries.ts';

/** The user `nobody`, which every Linux has. Postgres refuses to run as root. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: nobody, gid: nobody } : {};

const run = async (command: string, args: readonly string[]): Promise<void> => {
  const child = spawn(command, args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${Buffer.concat(errors).toString()}`);
};

/** Makes a folder that Postgres may write to, even if it runs as another user. */
export const giveToPostgres = async (directory: string): Promise<void> => {
  if (asRoot) await chown(directory, nobody, nobody);
};

/** Copies the data of a Postgres that does not run. */
export const copyData = (from: string, to: string): Promise<void> => run('cp', ['-R', from, to]);

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * Makes the database in another folder and moves it to its place when it is whole, because the start may be killed
 * meanwhile.
 */
const initialise = async (initdb: string, place: string, password: string): Promise<void> => {
  if (await exists(join(place, 'PG_VERSION'))) return;
  const folder = dirname(place);
  await mkdir(folder, { recursive: true });
  await giveToPostgres(folder);
  const unfinished = `${basename(place)}-unfinished-`;
  // An interrupted initdb may still write for a moment. Then its folder stays, which does no harm.
  for (const name of await readdir(folder))
    if (name.startsWith(unfinished)) await rm(join(folder, name), { recursive: true }).catch(() => undefined);
  const directory = join(folder, `${unfinished}${process.pid}-${Date.now()}`);
  await mkdir(directory);
  await giveToPostgres(directory);
  const passwordFile = `${directory}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (asRoot) await chown(passwordFile, nobody, nobody);
  try {
    await run(initdb, [
      '-D',
      directory,
      '-U',
      'owner',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]);
  } finally {
    await rm(passwordFile);
  }
  await rename(directory, place);
};

/** Postgres prints this when it accepts connections. */
export const postgresIsReady = 'ready to accept connections';

/**
 * @property directory the folder of the data, made on the first start. For root, it must be in a place that every user
 *                     may enter.
 * @property password  the superuser's password. It must stay the same for a directory.
 * @property settings  settings for the command line of Postgres, such as `{ fsync: 'off' }`.
 */
export type ServerOptions = Readonly<{
  directory: string;
  port: number;
  password: string;
  settings?: Readonly<Record<string, string>>;
}>;

/**
 * Makes the data if there is none. Returns the command that starts a Postgres on it, which listens on 127.0.0.1. fsync
 * stays on.
 */
export const serverCommand = async ({ directory, port, password, settings = {} }: ServerOptions) => {
  const binaries = await runnableBinaries(await packagedBinaries(), identity);
  await initialise(binaries.initdb, directory, password);
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return { file: binaries.postgres, args: ['-D', directory, '-p', String(port), ...flags], ...identity };
};
