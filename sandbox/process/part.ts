import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCappedLog } from './capped-log.ts';
import { endGroup, killGroup } from './end-group.ts';
import { markOf } from './part-mark.ts';
import { isFree } from './ports.ts';

/**
 * How a part is seen to work: by what it prints, or by an answer, whatever it says, at an address.
 */
type Readiness = Readonly<{ says: string } | { answers: string }>;

/** What to run. `uid` and `gid` as whom, when not as the user who starts. */
export type PartCommand = Readonly<{
  file: string;
  args: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string | undefined>>;
  uid?: number;
  gid?: number;
}>;

/**
 * @property name        what `npm run sandbox` calls it.
 * @property title       what sentences call it: `The worker`.
 * @property ports       where it listens. It is not started while somebody else has one of them.
 * @property stopSignals what asks it to end, one after the other; SIGTERM unless told.
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
 * @property record keeps which process the part is, so that a later start knows it; undefined when it has ended.
 * @property folder the data folder that the part works for.
 * @property pauses milliseconds: before the first restart, before a restart at most, and how long a part has to work
 *                  before its earlier ends are forgotten.
 */
export type Supervision = Readonly<{
  say: (line: string) => void;
  record: (name: string, pid: number | undefined) => void;
  folder: string;
  pauses?: Readonly<{ first: number; longest: number; steady: number }>;
}>;

/** A process that is started again, with growing pauses, whenever it ends without being told to. */
export type Part = Readonly<{
  name: string;
  /** Settled when it works for the first time. */
  started: Promise<void>;
  start: () => void;
  stop: () => Promise<void>;
}>;

const usualPauses = { first: 500, longest: 30_000, steady: 60_000 };
/** Ends in a row after which the terminal says that it is no accident, and then no more. */
const manyEnds = 5;

const takenOf = async (ports: readonly number[]): Promise<number | undefined> => {
  for (const port of ports) if (!(await isFree(port))) return port;
  return undefined;
};

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

/** Keeps a part running and says in plain lines when it died and when it is back. */
export const supervise = (
  { name, title, command, ready, ports, logFile, stopSignals = ['SIGTERM'], prepare }: PartOptions,
  { say, record, folder, pauses = usualPauses }: Supervision,
): Part => {
  const log = openCappedLog(logFile);
  let child: ChildProcess | undefined;
  let wanted = false;
  let looking = false;
  let ends = 0;
  let pause = pauses.first;
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
      const answered = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
        async (response) => {
          await response.body?.cancel();
          return true;
        },
        () => false,
      );
      if (answered) return works(running);
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
    // What answers there would be taken for this part.
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
      // A group of its own: Ctrl-C reaches only the supervisor, which ends the parts in order.
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
    // Not `close`: a process that it started may hold the pipes open.
    running.once('exit', (code, signal) => {
      // What it started goes with it, or it would go on with the work of the one that comes after.
      killGroup(running.pid);
      if (child === running) ended(signal ?? `exit code ${code}`);
    });
    if ('answers' in ready) void waitForResponse(running, ready.answers);
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
