import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { copyData, giveToPostgres, postgresIsReady, serverCommand } from './server-command.ts';

/** Returns a port of this machine that no program listens on. */
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
 * @property settings settings for the command line of Postgres, such as `{ fsync: 'off' }`.
 * @property parent   where the folder of its data is made. Default: the system's temporary folder.
 * @property from     data of another one that rests, to begin with a copy of them. Default: a new, empty one.
 */
export type ClusterOptions = Readonly<{
  settings?: Readonly<Record<string, string>>;
  parent?: string;
  from?: string | undefined;
}>;

/**
 * `url` is the superuser's address of the database `postgres`, `data` the folder of its data. `kill` is kill -9 of all
 * processes. `rest` ends it and keeps its data. `start` starts it again.
 */
export type Cluster = Readonly<{
  url: string;
  port: number;
  data: string;
  rest: () => Promise<void>;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/**
 * Starts a Postgres for tests on a free port of 127.0.0.1. Resolves when it accepts connections. Its data is deleted
 * when it stops.
 */
export const startCluster = async ({
  settings = {},
  parent = tmpdir(),
  from,
}: ClusterOptions = {}): Promise<Cluster> => {
  const base = await mkdtemp(join(parent, 'portico-postgres-'));
  const data = join(base, 'data');
  await giveToPostgres(base);
  if (from) await copyData(from, data);
  const password = 'owner';
  const port = await freePort();
  const { file, args, ...identity } = await serverCommand({
    directory: data,
    port,
    password,
    settings: {
      // Among the data, which is deleted also after a kill. In /dev/shm it would stay.
      dynamic_shared_memory_type: 'mmap',
      // Clients hash a password so often for each connection, and a run opens tens of thousands.
      scram_iterations: '1',
      ...settings,
    },
  });
  let server: ReturnType<typeof spawn> | undefined;

  const start = async () => {
    const child = spawn(file, args, { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
    server = child;
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-10_000);
        if (output.includes(postgresIsReady)) resolve();
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
    data,
    start,
    rest: () => end('SIGINT'),
    kill: async () => {
      // Finds the children before their parent dies. Afterwards they can't be told from other processes.
      const children = await childrenOf(server?.pid);
      for (const pid of [...(server?.pid ? [server.pid] : []), ...children]) killQuietly(pid);
      await end('SIGKILL');
    },
    stop: async () => {
      await end('SIGINT');
      await rm(base, { recursive: true, force: true });
    },
  };
};

const killQuietly = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
};

const childrenOf = async (pid: number | undefined): Promise<readonly number[]> => {
  if (pid === undefined) return [];
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
};
