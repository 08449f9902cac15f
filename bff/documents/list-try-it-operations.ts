import type { TryItOperation } from '#domain/try-it/schema.ts';
import { type JobDocument, type SpecJobOptions, specResult } from './spec-job.ts';

/** Returns what a call of each operation needs. Runs in a child process. Throws the refusals of `readSpec`. */
export const listTryItOperations = async (
  document: JobDocument,
  options: SpecJobOptions = {},
): Promise<readonly TryItOperation[]> => {
  const { operations } = await specResult({ kind: 'try-it' }, [document], options);
  return operations;
};
