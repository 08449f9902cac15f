import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundled } from '../processes/bundled.ts';
import type { WorkerWorld } from './worker-world.ts';

const processFile = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

/** Starts a worker of its own that waits for `go`, so that it is up by the time it is needed. */
export const startWorkerProcess = (
  { database, key }: Pick<WorkerWorld, 'database' | 'key'>,
  environment: Readonly<Record<string, string>>,
): ChildProcess =>
  spawn(process.execPath, [bundled(processFile)], {
    env: {
      ...process.env,
      WORKER_DATABASE_URL: database.appUrl,
      WORKER_KEY: key.toString('base64'),
      ...environment,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  });

export const go = (child: ChildProcess) => child.stdin?.write('go\n');
