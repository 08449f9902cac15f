import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { type JobDocument, type SpecJobOptions, specResult } from './spec-job.ts';

/**
 * Returns the operations of a stored description, for a path lockdown. Runs in a child process within the limits of an
 * upload. Throws a RefusedError with the codes of `readSpec`.
 */
export const listOperations = async (document: JobDocument, options: SpecJobOptions = {}): Promise<SpecOperations> => {
  const { operations } = await specResult({ kind: 'operations' }, [document], options);
  return operations;
};
