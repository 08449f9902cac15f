import { type ChildProcess, fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { specLimits } from '#specs/spec-limits.ts';
import { refuseSpec } from '#specs/spec-refusal.ts';
import { createWarmProcesses, type WarmProcess } from '../processes/warm-processes.ts';
import { givesWayArgument, type SpecJob, type SpecResult } from './spec-task.ts';

/** A message to the child process. */
export type ProcessJob = Readonly<{ job: SpecJob; documents: readonly Uint8Array[] }>;

/** The reply to a job. `bytes`: about the memory of the result. `isWorn`: the process does no more jobs. */
export type ProcessResult = Readonly<{ response: SpecResult; bytes: number; isWorn: boolean }>;

/** The reply to a job that failed, and not because of its document. */
export type ProcessFailure = Readonly<{ failure: string }>;

export type ProcessLimits = Readonly<{ milliseconds: number; heapMegabytes: number; givesWay: boolean }>;

type Outcome = Readonly<{ response: SpecResult; bytes: number; final: boolean }>;

const processes = createWarmProcesses({ most: specLimits.queue.running, ...specLimits.processes });

/** Where Node keeps what it has compiled, so that the next child process loads the parsers in a quarter of the time. */
const { NODE_COMPILE_CACHE } = process.env;

const start = ({ heapMegabytes, givesWay }: ProcessLimits): ChildProcess =>
  fork(fileURLToPath(new URL('./spec-worker.ts', import.meta.url)), givesWay ? [givesWayArgument] : [], {
    // Documents and results are bytes.
    serialization: 'advanced',
    // The process does not need this one's settings and flags.
    env: { NODE_COMPILE_CACHE },
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    // When its heap is full, Node writes a page about it.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

const refusal = (code: string, parameters: Record<string, number>): Pick<Outcome, 'response' | 'bytes'> => ({
  response: { kind: 'refusal', refusal: refuseSpec(code, parameters) },
  bytes: 0,
});

/** The end of a job: a result, or how the process ended. */
type Ending = ProcessResult | 'too slow' | 'out of memory';

/** Signals by which V8 ends a process whose heap is full. */
const outOfMemory: readonly unknown[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

/** @throws the signal's reason, or how the process failed. */
const ask = (child: ChildProcess, work: ProcessJob, milliseconds: number, signal: AbortSignal) =>
  new Promise<Ending>((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      child.off('message', answered).off('error', failed).off('exit', ended);
      end();
    };
    const abort = (): void => settle(() => reject(signal.reason));
    const timer = setTimeout(() => settle(() => resolve('too slow')), milliseconds);
    const answered = (reply: ProcessResult | ProcessFailure): void =>
      settle(() => ('failure' in reply ? reject(new Error(reply.failure)) : resolve(reply)));
    const failed = (error: Error): void => settle(() => reject(error));
    const ended = (code: number | null, by: NodeJS.Signals | null): void =>
      settle(() =>
        outOfMemory.includes(by)
          ? resolve('out of memory')
          : reject(new Error(`the process of a document ended with ${by ?? `code ${code}`}`)),
      );
    signal.addEventListener('abort', abort, { once: true });
    child.once('message', answered).once('error', failed).once('exit', ended);
    child.send(work, (error) => error && failed(error));
  });

/**
 * Does one job in a child process, with limited time and heap. A thread would not do: one whose heap is full can end the
 * whole process.
 *
 * @param organizationId the job's organization. A child process works for one organization only.
 * @returns the result; `final` when the same documents always give the same result.
 * @throws the signal's reason when it aborts. This ends the child process.
 */
export const runInProcess = async (
  work: ProcessJob,
  limits: ProcessLimits,
  organizationId: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  signal.throwIfAborted();
  const { milliseconds, heapMegabytes, givesWay } = limits;
  const owner = JSON.stringify([organizationId, heapMegabytes, givesWay]);
  const taken: WarmProcess = await processes.take(owner, () => start(limits));
  let ending: Ending | undefined;
  try {
    signal.throwIfAborted();
    ending = await ask(taken.child, work, milliseconds, signal);
  } finally {
    // The place is freed only after the process has ended or is kept, so that there are never too many.
    const isKept = typeof ending === 'object' && !ending.isWorn;
    await (isKept ? processes.keep(owner, taken) : processes.end(taken));
  }
  if (ending === 'too slow') return { ...refusal('too-slow', { seconds: milliseconds / 1000 }), final: false };
  if (ending !== 'out of memory') return { response: ending.response, bytes: ending.bytes, final: true };
  // Memory that earlier documents left may be the cause, so try again in a new process.
  if (taken.jobs > 0) return await runInProcess(work, limits, organizationId, signal);
  return { ...refusal('too-big-expanded', { megabytes: heapMegabytes }), final: true };
};
