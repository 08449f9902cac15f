import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { specLimits } from '#specs/spec-limits.ts';
import { specProblem } from '#specs/spec-refusal.ts';
import { createFairQueue, type WorkCaller, type WorkKind } from '../threads/fair-queue.ts';
import { createSharedWork } from '../threads/shared-work.ts';
import type { RefusalResponse, SpecJob, SpecResult } from './spec-task.ts';
import { runInThread, type ThreadLimits } from './spec-thread.ts';

type ResultOf<Job extends SpecJob> = Extract<SpecResult, { kind: Job['kind'] }>;

/**
 * A document of a job. Its bytes are loaded when a thread is free, so that waiting jobs use no memory.
 *
 * @property hash SHA-256 of the bytes. Without it the result is neither shared nor cached.
 */
export type JobDocument = Readonly<{ hash?: string; load: () => Promise<Uint8Array> }>;

/** `by`: the caller. Default: the portal itself. When the signal aborts and nobody else waits for the result, the thread ends. */
export type SpecJobOptions = Readonly<{ by?: WorkCaller | undefined; signal?: AbortSignal | undefined }>;

const kinds: Readonly<Record<SpecJob['kind'], WorkKind>> = {
  convert: 'reading',
  embed: 'reading',
  operations: 'reading',
  'try-it': 'reading',
  telemetry: 'reading',
  envelope: 'saving',
  read: 'saving',
  compare: 'checking',
  lint: 'checking',
};

const portal: WorkCaller = { userId: 0, organizationId: 0 };

const share = createSharedWork<SpecResult>(createFairQueue(specLimits.queue), specLimits.keptBytes);

/** Bytes that are hashed in one go: about a millisecond. */
const hashedAtOnce = 1024 * 1024;

/** SHA-256 of a document. Others have their turn while a large one is hashed. */
export const hashOf = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + hashedAtOnce));
  }
  return hash.digest('hex');
};

/** A document at hand. */
export const documentOf = async (bytes: Uint8Array): Promise<JobDocument> => ({
  hash: await hashOf(bytes),
  load: async () => bytes,
});

const limitsOf = (kind: SpecJob['kind']): ThreadLimits =>
  kind === 'lint' || kind === 'compare' ? specLimits[kind] : specLimits;

/**
 * Does a job in another thread, so that the event loop never waits for a stranger's document (requirement D2), in
 * the caller's turn; or finds its answer, which is the same as long as the documents are. Refusals are `spec.busy`,
 * `spec.too-slow`, `spec.too-big-expanded` and the reader's.
 *
 * @throws the signal's reason when it aborts.
 */
export const runSpecJob = async <Job extends SpecJob>(
  job: Job,
  documents: readonly JobDocument[],
  { by = portal, signal, ...limits }: SpecJobOptions & Partial<ThreadLimits> = {},
): Promise<ResultOf<Job> | RefusalResponse> => {
  const hashes = documents.map(({ hash }) => hash);
  const response = await share({
    key: hashes.includes(undefined) ? undefined : JSON.stringify([job, hashes]),
    kind: kinds[job.kind],
    caller: by,
    signal,
    work: async (ended) => {
      const loaded = await Promise.all(documents.map(({ load }) => load()));
      const threadLimits = { ...limitsOf(job.kind), ...limits };
      const done = await runInThread({ job, documents: loaded }, threadLimits, by.organizationId, ended);
      return { response: done.response, bytes: done.bytes, kept: done.final };
    },
  });
  return (response ?? { kind: 'refusal', refusal: refuse('busy', specProblem('busy')) }) as
    | ResultOf<Job>
    | RefusalResponse;
};

/** What a job answers. @throws RefusedError instead of a refusal. */
export const specResult = async <Job extends SpecJob>(
  job: Job,
  documents: readonly JobDocument[],
  options?: SpecJobOptions,
): Promise<ResultOf<Job>> => {
  const response: SpecResult = await runSpecJob(job, documents, options);
  if (response.kind === 'refusal') throw new RefusedError(response.refusal);
  return response as ResultOf<Job>;
};
