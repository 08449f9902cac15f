import type { TryItOperation } from '#domain/try-it/schema.ts';
import { type JobDocument, type SpecJobOptions, specResult } from './spec-job.ts';

/** What a call of each operation of a document needs; read in a worker thread. Throws `readSpec`'s refusals. */
export const listTryItOperations = async (
  document: JobDocument,
  options: SpecJobOptions = {},
): Promise<readonly TryItOperation[]> => {
  const { operations } = await specResult({ kind: 'try-it' }, [document], options);
  return operations;
};
