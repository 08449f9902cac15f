import { RefusedError } from '#domain/core/problem.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { runSpecJob, type SpecJobOptions } from './spec-job.ts';

/**
 * What a stored description lets callers do, for a path lockdown. Works in a worker thread under the limits of an
 * upload. Throws a RefusedError with `readSpec`'s codes.
 */
export const listOperations = async (bytes: Uint8Array, options: SpecJobOptions = {}): Promise<SpecOperations> => {
  const answer = await runSpecJob({ kind: 'operations', bytes }, options);
  if (answer.kind === 'refusal') throw new RefusedError(answer.refusal);
  if (answer.kind === 'operations') return answer.operations;
  throw new Error('the spec worker answered something else');
};
