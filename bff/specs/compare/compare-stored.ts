import type { SpecComparison } from '#domain/api/comparison.ts';
import { type SpecJobOptions, specAnswer } from '../spec-job.ts';
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
  const { comparison } = await specAnswer(
    { kind: 'compare', bytes: older, newer },
    { ...options, ...specLimits.compare },
  );
  return comparison;
};
