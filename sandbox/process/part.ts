import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCappedLog } from './capped-log.ts';
import { endGroup, killGroup } from './end-group.ts';
import { markOf } from './part-mark.ts';
import { isFree } from './ports.ts';

/** How to see that a part works: it prints a text, or an address responds that all is well. */
type Readiness = Readonly<{ says: string } | { respondsAt: string }>;

/** The program to run. `uid` and `gid` are its user and group. Default: the user who starts it. */
export type PartCommand = Readonly<{
  file: string;
  args: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
  uid?: number;
  gid?: number;
}>;

/**
 * @property name        its name for `npm run sandbox`.
 * @property title       its name in messages: `The worker`.
 * @property ports       the ports that it listens on. It is not started while another program has one of them.
 * @property stopSignals the signals that end it, one after the other. Default: SIGTERM.
 * @property prepare     runs before every start.
 */
export type PartOptions = Readonly<{
  name: string;
  title: string;
  command: PartCommand;
  ready: Readiness;
  ports: readonly number[];
  logFile: string;
  stopSignals?: readonly NodeJS.Signals[];
  prepare?: () => void;
}>;

/**
 * @property say    prints a line to the terminal.
 * @property record keeps the part's process id, so that a later start knows it; undefined when it has ended.
 * @property folder the data folder that the part works for.
 * @property pauses milliseconds: before the first restart, the longest before a restart, and how long a part must work
 *                  before its earlier ends are forgotten.
 */
export type Supervision = Readonly<{
  say: (line: string) => void;
  record: (name: string, pid: number | undefined) => void;
  folder: string;
  pauses?: Readonly<{ first: number; longest: number; steady: number }>;
}>;

/** A process that is started again, with growing pauses, whenever it ends by itself. */
export type Part = Readonly<{
  name: string;
  /** Resolves when it works for the first time. */
  started: Promise<void>;
  start: () => void;
  stop: () => Promise<void>;
}>;

/** Short even after many ends: whatever it waits for, the part is back soon after. */
export const usualPauses = { first: 500, longest: 5_000, steady: 60_000 };
/** Number of ends in a row after which the terminal says that it is a lasting problem. Later ends are not reported. */
const manyEnds = 5;

const takenOf = async (ports: readonly number[]): Promise<number | undefined> => {
  for (const port of ports) if (!(await isFree(port))) return port;
  return undefined;
};

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

/** Keeps a part running, and prints when it died and when it is back. */
export const supervise = (
  { name, title, command, ready, ports, logFile, stopSignals = ['SIGTERM'], prepare }: PartOptions,
  { say, record, folder, pauses = usualPauses }: Supervision,
): Part => {
  const log = openCappedLog(logFile);
  let child: ChildProcess | undefined;
  let wanted = false;
  let looking = false;
  let ends = 0;
  let pause = Math.min(pauses.first, pauses.longest);
  let restart: NodeJS.Timeout | undefined;
  let steady: NodeJS.Timeout | undefined;
  const started = Promise.withResolvers<void>();

  const works = (running: ChildProcess) => {
    if (child !== running) return;
    started.resolve();
    if (ends > 0 && ends < manyEnds) say(`${title} is back.`);
    steady = setTimeout(() => {
      if (ends >= manyEnds) say(`${title} is back and has worked for ${seconds(pauses.steady)}.`);
      ends = 0;
      pause = pauses.first;
    }, pauses.steady);
  };

  const ended = (how: string, what = 'has died') => {
    child = undefined;
    clearTimeout(steady);
    record(name, undefined);
    log(`--- ${new Date().toISOString()} ${name} ended: ${how}\n`);
    if (!wanted) return;
    ends += 1;
    if (ends < manyEnds) say(`${title} ${what} (${how}). It is started again in ${seconds(pause)}.`);
    if (ends === manyEnds)
      say(
        `${title} ${what} ${ends} times in a row (${how}). It is tried again, at most ${seconds(pauses.longest)} apart; ` +
          `everything else keeps running. Its log says why: ${logFile}`,
      );
    restart = setTimeout(() => void start(), pause);
    pause = Math.min(pause * 2, pauses.longest);
  };

  const waitForResponse = async (running: ChildProcess, url: string) => {
    while (child === running) {
      const responded = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
        async (response) => {
          await response.body?.cancel();
          return response.ok;
        },
        () => false,
      );
      if (responded) return works(running);
      await sleep(100);
    }
  };

  const start = async () => {
    wanted = true;
    clearTimeout(restart);
    if (child || looking) return;
    looking = true;
    const taken = await takenOf(ports);
    looking = false;
    if (!wanted) return;
    // Otherwise a response of the other program would be taken for this part's.
    if (taken !== undefined) return ended(`another program uses its port ${taken}`, 'could not be started');
    try {
      prepare?.();
    } catch (error) {
      return ended((error as Error).message);
    }
    const running = spawn(command.file, command.args, {
      env: { ...command.env, ...markOf(name, folder) },
      ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
      ...(command.uid === undefined ? {} : { uid: command.uid }),
      ...(command.gid === undefined ? {} : { gid: command.gid }),
      stdio: ['ignore', 'pipe', 'pipe'],
      // In a group of its own, so that Ctrl-C reaches only the supervisor, which ends the parts in order.
      detached: true,
    });
    child = running;
    if (running.pid) record(name, running.pid);
    let waiting = 'says' in ready;
    let said = '';
    const read = (chunk: Buffer) => {
      log(chunk);
      if (!waiting || !('says' in ready)) return;
      said = (said + chunk.toString()).slice(-10_000);
      if (!said.includes(ready.says)) return;
      waiting = false;
      works(running);
    };
    running.stdout.on('data', read);
    running.stderr.on('data', read);
    running.once('error', (error) => child === running && ended(error.message));
    // Not `close`, because a process that the part started may keep the pipes open.
    running.once('exit', (code, signal) => {
      // Ends the processes that it started, because they would run beside its successor.
      killGroup(running.pid);
      if (child === running) ended(signal ?? `exit code ${code}`);
    });
    if ('respondsAt' in ready) void waitForResponse(running, ready.respondsAt);
  };

  const stop = async () => {
    wanted = false;
    clearTimeout(restart);
    ends = 0;
    pause = pauses.first;
    if (!child?.pid) return;
    const exited = once(child, 'exit');
    if (await endGroup(child.pid, stopSignals, 10_000)) await exited;
  };

  return { name, started: started.promise, start: () => void start(), stop };
};
