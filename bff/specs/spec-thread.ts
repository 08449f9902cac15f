import { Worker } from 'node:worker_threads';
import { refuseSpec } from './spec-refusal.ts';
import type { SpecAnswer, SpecJob } from './spec-task.ts';

/** What a thread is started with. */
export type ThreadData = Readonly<{ job: SpecJob; documents: readonly Uint8Array[] }>;

/** What it sends back. `bytes` is about what the answer takes in memory. */
export type ThreadAnswer = Readonly<{ answer: SpecAnswer; bytes: number }>;

export type ThreadLimits = Readonly<{ milliseconds: number; heapMegabytes: number }>;

const refusal = (code: string, parameters: Record<string, number>): ThreadAnswer => ({
  answer: { kind: 'refusal', refusal: refuseSpec(code, parameters) },
  bytes: 0,
});

/**
 * Does one job in a thread of its own, with limited time and heap. The thread gets copies of the documents.
 *
 * @returns its answer; `final` when the same documents would give the same again.
 * @throws the signal's reason when it aborts, which ends the thread.
 */
export const runInThread = (
  { job, documents }: ThreadData,
  { milliseconds, heapMegabytes }: ThreadLimits,
  signal: AbortSignal,
): Promise<ThreadAnswer & { final: boolean }> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const copies = documents.map((bytes) => new Uint8Array(bytes));
    const worker = new Worker(new URL('./spec-worker.ts', import.meta.url), {
      workerData: { job, documents: copies } satisfies ThreadData,
      transferList: copies.map(({ buffer }) => buffer),
      // The thread needs neither the settings of this process nor its flags.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    // The place is given on only when the thread is gone, so that no more than the allowed number ever exist.
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      worker.removeAllListeners('exit');
      worker.terminate().then(end, reject);
    };
    const abort = (): void => settle(() => reject(signal.reason));
    const tooSlow = refusal('too-slow', { seconds: milliseconds / 1000 });
    const timer = setTimeout(() => settle(() => resolve({ ...tooSlow, final: false })), milliseconds);
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', (answer: ThreadAnswer) => settle(() => resolve({ ...answer, final: true })));
    worker.once('error', (error: Error & { code?: string }) =>
      settle(() => {
        if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
        resolve({ ...refusal('too-big-expanded', { megabytes: heapMegabytes }), final: true });
      }),
    );
    worker.once('exit', (code) => settle(() => reject(new Error(`the spec worker ended with code ${code}`))));
  });
