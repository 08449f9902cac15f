import type { TrialOperation } from '#domain/trial/schema.ts';
import { type JobDocument, type SpecJobOptions, specAnswer } from './spec-job.ts';

/** What a call of each operation of a document needs; read in a worker thread. Throws `readSpec`'s refusals. */
export const listTrialOperations = async (
  document: JobDocument,
  options: SpecJobOptions = {},
): Promise<readonly TrialOperation[]> => {
  const { operations } = await specAnswer({ kind: 'trial' }, [document], options);
  return operations;
};
