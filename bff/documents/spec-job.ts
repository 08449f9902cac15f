import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { specLimits } from '#specs/spec-limits.ts';
import { specProblem } from '#specs/spec-refusal.ts';
import { createFairQueue, type WorkCaller, type WorkKind } from '../processes/fair-queue.ts';
import { createSharedWork } from '../processes/shared-work.ts';
import { type ProcessLimits, runInProcess } from './spec-process.ts';
import type { RefusalResponse, SpecJob, SpecResult } from './spec-task.ts';

type ResultOf<Job extends SpecJob> = Extract<SpecResult, { kind: Job['kind'] }>;

/**
 * A document of a job. Its bytes are loaded when a child process is free, so that waiting jobs use no memory.
 *
 * @property hash SHA-256 of the bytes. Without it the result is neither shared nor cached.
 */
export type JobDocument = Readonly<{ hash?: string; load: () => Promise<Uint8Array> }>;

/** `by`: the caller. Default: the portal itself. When the signal aborts and nobody else waits for the result, the child process ends. */
export type SpecJobOptions = Readonly<{ by?: WorkCaller | undefined; signal?: AbortSignal | undefined }>;

const kinds: Readonly<Record<SpecJob['kind'], WorkKind>> = {
  convert: 'reading',
  embed: 'reading',
  operations: 'reading',
  'try-it': 'reading',
  telemetry: 'reading',
  samples: 'reading',
  'async-api': 'reading',
  messages: 'reading',
  message: 'reading',
  envelope: 'saving',
  read: 'saving',
  events: 'saving',
  compare: 'checking',
  lint: 'checking',
};

const portal: WorkCaller = { userId: 0, organizationId: 0 };

const share = createSharedWork<SpecResult>(createFairQueue(specLimits.queue), specLimits.keptBytes);

/** Bytes that are hashed at a time. This takes about a millisecond. */
const hashedAtOnce = 1024 * 1024;

/** Returns the SHA-256 of a document. Lets other work run while a large one is hashed. */
export const hashOf = async (bytes: Uint8Array): Promise<string> => {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + hashedAtOnce));
  }
  return hash.digest('hex');
};

/** Returns the document of bytes that are in memory already. */
export const documentOf = async (bytes: Uint8Array): Promise<JobDocument> => ({
  hash: await hashOf(bytes),
  load: async () => bytes,
});

const limitsOf = (kind: SpecJob['kind']): ProcessLimits =>
  kind === 'lint' || kind === 'compare' ? specLimits[kind] : specLimits;

/**
 * Does a job in another process, so that a stranger's document never blocks the event loop (requirement D2). Jobs wait
 * in fair turns. The result for the same documents is taken from a cache. Refusals: `spec.busy`, `spec.too-slow`,
 * `spec.too-big-expanded` and those of the parser.
 *
 * @throws the signal's reason when it aborts.
 */
export const runSpecJob = async <Job extends SpecJob>(
  job: Job,
  documents: readonly JobDocument[],
  { by = portal, signal, ...limits }: SpecJobOptions & Partial<ProcessLimits> = {},
): Promise<ResultOf<Job> | RefusalResponse> => {
  const hashes = documents.map(({ hash }) => hash);
  const response = await share({
    key: hashes.includes(undefined) ? undefined : JSON.stringify([job, hashes]),
    kind: kinds[job.kind],
    caller: by,
    signal,
    work: async (ended) => {
      const loaded = await Promise.all(documents.map(({ load }) => load()));
      const processLimits = { ...limitsOf(job.kind), ...limits };
      const done = await runInProcess({ job, documents: loaded }, processLimits, by.organizationId, ended);
      return { response: done.response, bytes: done.bytes, kept: done.final };
    },
  });
  return (response ?? { kind: 'refusal', refusal: refuse('busy', specProblem('busy')) }) as
    | ResultOf<Job>
    | RefusalResponse;
};

/** Does a job like `runSpecJob`. @throws RefusedError instead of returning a refusal. */
export const specResult = async <Job extends SpecJob>(
  job: Job,
  documents: readonly JobDocument[],
  options?: SpecJobOptions,
): Promise<ResultOf<Job>> => {
  const response: SpecResult = await runSpecJob(job, documents, options);
  if (response.kind === 'refusal') throw new RefusedError(response.refusal);
  return response as ResultOf<Job>;
};
