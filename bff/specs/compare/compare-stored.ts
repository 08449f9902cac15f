import type { SpecComparison } from '#domain/api/comparison.ts';
import { RefusedError } from '#domain/core/problem.ts';
import { runSpecJob, type SpecJobOptions } from '../spec-job.ts';
import { specLimits } from '../spec-limits.ts';

/**
 * What differs between two stored descriptions. Works in a worker thread, within limits of time and memory.
 * Throws a RefusedError: `spec.busy`, `spec.too-slow`, `spec.too-big-expanded`.
 */
export const compareStored = async (
  older: Uint8Array,
  newer: Uint8Array,
  options: SpecJobOptions = {},
): Promise<SpecComparison> => {
  const answer = await runSpecJob({ kind: 'compare', bytes: older, newer }, { ...options, ...specLimits.compare });
  if (answer.kind === 'refusal') throw new RefusedError(answer.refusal);
  if (answer.kind === 'comparison') return answer.comparison;
  throw new Error('the spec worker answered something else');
};
