import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';

/** A log file stops growing here; a start begins it anew. */
const logLimit = 20 * 1024 * 1024;
const longestPause = 10_000;

/**
 * @property readyLine whether the process says `{"ready":true,...}` when it listens; `started` then waits for it.
 */
export type ChildOptions = Readonly<{
  name: string;
  script: string;
  env: Readonly<Record<string, string>>;
  logFile: string;
  watch?: boolean;
  readyLine?: boolean;
}>;

/** A process that is started again, with growing pauses, whenever it ends without being told to. */
export type Child = Readonly<{
  name: string;
  started: Promise<void>;
  start: () => void;
  stop: () => Promise<void>;
  isRunning: () => boolean;
}>;

const root = path.dirname(path.dirname(import.meta.dirname));

export const superviseChild = ({
  name,
  script,
  env,
  logFile,
  watch = false,
  readyLine = false,
}: ChildOptions): Child => {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  let written = 0;
  let child: ChildProcess | undefined;
  let wanted = false;
  let pause = 500;
  let timer: NodeJS.Timeout | undefined;
  const ready = Promise.withResolvers<void>();

  const write = (chunk: Buffer) => {
    if (written < logLimit) log.write(chunk);
    written += chunk.length;
  };

  const start = () => {
    wanted = true;
    clearTimeout(timer);
    if (child) return;
    const startedAt = Date.now();
    const process_ = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        ...(watch ? ['--watch', '--watch-preserve-output'] : []),
        path.join(root, script),
      ],
      {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        // Ctrl-C reaches only the supervisor, which stops its children in order.
        detached: true,
      },
    );
    child = process_;
    process_.stdout?.on('data', (chunk: Buffer) => {
      write(chunk);
      if (readyLine && chunk.includes('"ready":true')) ready.resolve();
    });
    process_.stderr?.on('data', write);
    if (!readyLine) ready.resolve();
    process_.once('close', () => {
      child = undefined;
      if (!wanted) return;
      if (Date.now() - startedAt > 60_000) pause = 500;
      timer = setTimeout(start, pause);
      pause = Math.min(pause * 2, longestPause);
    });
  };

  const stop = async () => {
    wanted = false;
    clearTimeout(timer);
    const running = child;
    if (!running?.pid) return;
    const closed = once(running, 'close');
    // A group of its own: what the child itself started goes too.
    const signal = (kind: NodeJS.Signals) => {
      try {
        process.kill(-(running.pid as number), kind);
      } catch {
        // It ended meanwhile.
      }
    };
    signal('SIGTERM');
    const hard = setTimeout(() => signal('SIGKILL'), 10_000);
    await closed;
    clearTimeout(hard);
  };

  return { name, started: ready.promise, start, stop, isRunning: () => child !== undefined };
};
