import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { type JobDocument, type SpecJobOptions, specResult } from './spec-job.ts';

/**
 * What a stored description lets callers do, for a path lockdown. Works in a worker thread under the limits of an
 * upload. Throws a RefusedError with `readSpec`'s codes.
 */
export const listOperations = async (document: JobDocument, options: SpecJobOptions = {}): Promise<SpecOperations> => {
  const { operations } = await specResult({ kind: 'operations' }, [document], options);
  return operations;
};
