import type { SpecComparison } from '#domain/api/comparison.ts';
import { RefusedError } from '#domain/core/problem.ts';
import { atField } from '#specs/spec-refusal.ts';
import { documentOf, type JobDocument, type SpecJobOptions, specResult } from './spec-job.ts';

/**
 * Compares two stored descriptions in a child process, within limits of time and memory.
 * Throws a RefusedError: `spec.busy`, `spec.too-slow`, `spec.too-big-expanded`.
 */
export const compareStored = async (
  older: JobDocument,
  newer: JobDocument,
  options: SpecJobOptions = {},
): Promise<SpecComparison> => {
  const { comparison } = await specResult({ kind: 'compare' }, [older, newer], options);
  return comparison;
};

/**
 * Compares a stored description with a text that would replace it, in a child process within limits.
 * Throws a RefusedError. Problems of the text are shown at `specText`.
 */
export const compareWithText = async (
  older: JobDocument,
  text: Uint8Array,
  options: SpecJobOptions = {},
): Promise<SpecComparison> => {
  try {
    return await compareStored(older, await documentOf(text), options);
  } catch (error) {
    throw error instanceof RefusedError ? new RefusedError(atField(error.refusal, 'specText')) : error;
  }
};
