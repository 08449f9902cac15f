import type { SpecComparison } from '#domain/api/comparison.ts';
import { type JobDocument, type SpecJobOptions, specAnswer } from '../spec-job.ts';

/**
 * What differs between two stored descriptions. Works in a worker thread, within limits of time and memory.
 * Throws a RefusedError: `spec.busy`, `spec.too-slow`, `spec.too-big-expanded`.
 */
export const compareStored = async (
  older: JobDocument,
  newer: JobDocument,
  options: SpecJobOptions = {},
): Promise<SpecComparison> => {
  const { comparison } = await specAnswer({ kind: 'compare' }, [older, newer], options);
  return comparison;
};
