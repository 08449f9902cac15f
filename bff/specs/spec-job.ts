import { Worker } from 'node:worker_threads';
import type { SpecComparison } from '#domain/api/comparison.ts';
import type { LintResult } from '#domain/api/schema.ts';
import { type Refusal, RefusedError, refuse } from '#domain/core/problem.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import type { TrialOperation } from '#domain/trial/schema.ts';
import type { SpecDocument, SpecFormat } from './spec-document.ts';
import { specLimits } from './spec-limits.ts';
import { refuseSpec, specProblem } from './spec-refusal.ts';

/** What a worker thread is asked. It gets a copy of the bytes, so the caller keeps its own. */
export type SpecJob =
  | Readonly<{ kind: 'read'; bytes: Uint8Array }>
  | Readonly<{ kind: 'operations'; bytes: Uint8Array }>
  | Readonly<{ kind: 'trial'; bytes: Uint8Array }>
  | Readonly<{ kind: 'lint'; bytes: Uint8Array }>
  | Readonly<{ kind: 'compare'; bytes: Uint8Array; newer: Uint8Array }>
  | Readonly<{ kind: 'convert'; bytes: Uint8Array; to: SpecFormat }>;

/** What it answers: the same kind, or a refusal. */
export type SpecAnswer =
  | Readonly<{ kind: 'read'; document: SpecDocument }>
  | Readonly<{ kind: 'operations'; operations: SpecOperations }>
  | Readonly<{ kind: 'trial'; operations: readonly TrialOperation[] }>
  | Readonly<{ kind: 'lint'; result: LintResult }>
  | Readonly<{ kind: 'compare'; comparison: SpecComparison }>
  | Readonly<{ kind: 'convert'; bytes: Uint8Array<ArrayBuffer> }>
  | RefusalAnswer;

type RefusalAnswer = Readonly<{ kind: 'refusal'; refusal: Refusal }>;
type AnswerTo<Job extends SpecJob> = Extract<SpecAnswer, { kind: Job['kind'] }>;

export type SpecJobOptions = Readonly<{ signal?: AbortSignal | undefined }>;

/** The wall time and the heap of the thread, if they aren't the usual. */
type ThreadOptions = SpecJobOptions & Readonly<{ milliseconds?: number; heapMegabytes?: number }>;

const refusal = (value: Refusal): RefusalAnswer => ({ kind: 'refusal', refusal: value });

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Does a job in a thread of its own, so that the event loop never waits for a stranger's document (requirement D2).
 * Two run at once, a bounded number wait, each has limited time and heap. Rejects with the signal's reason when it
 * aborts, which ends the thread; refusals are `spec.busy`, `spec.too-slow`, `spec.too-big-expanded` and the reader's.
 */
export const runSpecJob = async <Job extends SpecJob>(
  job: Job,
  { signal, milliseconds = specLimits.milliseconds, heapMegabytes = specLimits.heapMegabytes }: ThreadOptions = {},
): Promise<AnswerTo<Job> | RefusalAnswer> => {
  signal?.throwIfAborted();
  if (running < specLimits.workers) running += 1;
  else if (waiting.length >= specLimits.waiting) return refusal(refuse('busy', specProblem('busy')));
  else await turn(signal);
  try {
    return await runInThread(job, { milliseconds, heapMegabytes }, signal);
  } finally {
    // The place goes to the next in line without becoming free in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** What a job answers. @throws RefusedError instead of a refusal. */
export const specAnswer = async <Job extends SpecJob>(job: Job, options?: ThreadOptions): Promise<AnswerTo<Job>> => {
  const answer: SpecAnswer = await runSpecJob(job, options);
  if (answer.kind === 'refusal') throw new RefusedError(answer.refusal);
  return answer as AnswerTo<Job>;
};

const turn = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = (): void => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(begin);
  });

const runInThread = <Job extends SpecJob>(
  job: Job,
  { milliseconds, heapMegabytes }: Readonly<{ milliseconds: number; heapMegabytes: number }>,
  signal: AbortSignal | undefined,
): Promise<AnswerTo<Job> | RefusalAnswer> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const bytes = new Uint8Array(job.bytes);
    const worker = new Worker(new URL('./spec-worker.ts', import.meta.url), {
      workerData: { ...job, bytes },
      transferList: [bytes.buffer],
      // The thread needs neither the settings of this process nor its flags.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    // The place is given on only when the thread is gone, so that no more than the allowed number ever exist.
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      worker.removeAllListeners('exit');
      worker.terminate().then(end, reject);
    };
    const abort = (): void => settle(() => reject(signal?.reason));
    const tooSlow = refusal(refuseSpec('too-slow', { seconds: milliseconds / 1000 }));
    const timer = setTimeout(() => settle(() => resolve(tooSlow)), milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', (answer: AnswerTo<Job> | RefusalAnswer) => settle(() => resolve(answer)));
    worker.once('error', (error: Error & { code?: string }) =>
      settle(() => {
        if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return reject(error);
        resolve(refusal(refuseSpec('too-big-expanded', { megabytes: heapMegabytes })));
      }),
    );
    worker.once('exit', (code) => settle(() => reject(new Error(`the spec worker ended with code ${code}`))));
  });
