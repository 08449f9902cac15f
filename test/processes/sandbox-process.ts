import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Running, readRunning } from '#sandbox/process/running.ts';
import { startLimit } from '../runner/limit.ts';
import { quickFolder } from '../runner/quick-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Waits until something is there. Errors of `look` are thrown at once.
 *
 * @param units the limit (`startLimit`). Default: 1,500, a minute on an idle machine.
 * @throws Error that names it when the limit has passed.
 */
export const eventually = async <Value>(
  what: string,
  look: () => Value | undefined | Promise<Value | undefined>,
  units = 1_500,
) => {
  const isOver = startLimit(units);
  for (;;) {
    const found = await look();
    if (found) return found;
    if (await isOver()) throw new Error(`${what} did not happen within ${units} units`);
    await sleep(50);
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** An empty folder that Postgres may enter, whoever it runs as. */
export const temporaryFolder = () => {
  const folder = mkdtempSync(path.join(quickFolder(), 'portico-sandbox-'));
  chmodSync(folder, 0o755);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/**
 * What `npm start` starts, on a data folder and ports of its own. Its queue is in its Postgres: on a Redis that others use
 * at the same time they would take its jobs.
 */
export const startSandbox = (folder: string, args: readonly string[] = [], env: Record<string, string> = {}) => {
  const { REDIS_URL: _, ...inherited } = process.env;
  const all = ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', '--free-ports', ...args];
  const child = spawn(process.execPath, all, {
    cwd: root,
    env: { ...inherited, PORTICO_DATA: folder, ...env },
    // `ipc` as scripts/launch.mjs has it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const says = (pattern: RegExp, units?: number) =>
    eventually(
      `"${pattern.source}" on the terminal`,
      () => {
        const found = pattern.exec(output);
        if (!found && child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`);
        return found ?? undefined;
      },
      units,
    );
  return {
    says,
    output: () => output,
    ready: async () => (await says(/Portico is ready: (\S+)/, 3_750))[1] as string,
    /** Waits for its end; answers the exit code. */
    ended: async () => (await exited)[0],
    kill: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return (await exited)[0];
    },
    /** What it sees when the process that started it is killed. */
    disconnect: async () => {
      child.disconnect();
      return (await exited)[0];
    },
    running: () => readRunning(path.join(folder, 'running.json')) as Running,
  };
};
