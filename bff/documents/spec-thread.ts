import { Worker } from 'node:worker_threads';
import { specLimits } from '#specs/spec-limits.ts';
import { refuseSpec } from '#specs/spec-refusal.ts';
import { createWarmThreads, type Thread } from '../threads/warm-threads.ts';
import type { SpecJob, SpecResult } from './spec-task.ts';

/** How a thread is started. `givesWay`: the event loop and other threads go first. */
export type ThreadData = Readonly<{ givesWay: boolean }>;

/** A message to the thread. */
export type ThreadJob = Readonly<{ job: SpecJob; documents: readonly Uint8Array[] }>;

/** The thread's reply. `bytes`: about the memory of the result. `isWorn`: the thread does no more jobs. */
export type ThreadResult = Readonly<{ response: SpecResult; bytes: number; isWorn: boolean }>;

export type ThreadLimits = Readonly<{ milliseconds: number; heapMegabytes: number; givesWay: boolean }>;

type Outcome = Readonly<{ response: SpecResult; bytes: number; final: boolean }>;

const threads = createWarmThreads({ most: specLimits.queue.running, ...specLimits.threads });

const start = ({ heapMegabytes, givesWay }: ThreadLimits): Worker =>
  new Worker(new URL('./spec-worker.ts', import.meta.url), {
    workerData: { givesWay } satisfies ThreadData,
    // The thread does not need this process's settings and flags.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });

const refusal = (code: string, parameters: Record<string, number>): Pick<Outcome, 'response' | 'bytes'> => ({
  response: { kind: 'refusal', refusal: refuseSpec(code, parameters) },
  bytes: 0,
});

/** The end of a job: a result, or how the thread ended. */
type Ending = ThreadResult | 'too slow' | 'out of memory';

/** @throws the signal's reason, or the thread's error. */
const ask = (worker: Worker, { job, documents }: ThreadJob, milliseconds: number, signal: AbortSignal) =>
  new Promise<Ending>((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      worker.off('message', answered).off('error', failed).off('exit', ended);
      end();
    };
    const abort = (): void => settle(() => reject(signal.reason));
    const timer = setTimeout(() => settle(() => resolve('too slow')), milliseconds);
    const answered = (response: ThreadResult): void => settle(() => resolve(response));
    const failed = (error: Error & { code?: string }): void =>
      settle(() => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('out of memory') : reject(error)));
    const ended = (code: number): void => settle(() => reject(new Error(`the spec worker ended with code ${code}`)));
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', answered).once('error', failed).once('exit', ended);
    const copies = documents.map((bytes) => new Uint8Array(bytes));
    const copied: ThreadJob = { job, documents: copies };
    worker.postMessage(
      copied,
      copies.map(({ buffer }) => buffer),
    );
  });

/**
 * Does one job in a thread, with limited time and heap. The thread gets copies of the documents.
 *
 * @param organizationId the job's organization. A thread works for one organization only.
 * @returns the result; `final` when the same documents always give the same result.
 * @throws the signal's reason when it aborts. This ends the thread.
 */
export const runInThread = async (
  work: ThreadJob,
  limits: ThreadLimits,
  organizationId: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  signal.throwIfAborted();
  const { milliseconds, heapMegabytes, givesWay } = limits;
  const owner = JSON.stringify([organizationId, heapMegabytes, givesWay]);
  const thread: Thread = await threads.take(owner, () => start(limits));
  let ending: Ending | undefined;
  try {
    signal.throwIfAborted();
    ending = await ask(thread.worker, work, milliseconds, signal);
  } finally {
    // The place is freed only after the thread has ended or is kept, so that there are never too many threads.
    const isKept = typeof ending === 'object' && !ending.isWorn;
    await (isKept ? threads.keep(owner, thread) : threads.end(thread));
  }
  if (ending === 'too slow') return { ...refusal('too-slow', { seconds: milliseconds / 1000 }), final: false };
  if (ending !== 'out of memory') return { response: ending.response, bytes: ending.bytes, final: true };
  // Memory that earlier documents left may be the cause, so try again in a new thread.
  if (thread.jobs > 0) return await runInThread(work, limits, organizationId, signal);
  return { ...refusal('too-big-expanded', { megabytes: heapMegabytes }), final: true };
};
