import type { TrialOperation } from '#domain/trial/schema.ts';
import { specAnswer } from './spec-job.ts';

type Operations = Promise<readonly TrialOperation[]>;

const kept = 8;
/** By the document's hash, the newest last: a document never changes, and the largest takes a second to read. */
const recent = new Map<string, Operations>();

const read = async (load: () => Promise<Uint8Array>): Operations => {
  const { operations } = await specAnswer({ kind: 'trial', bytes: await load() });
  return operations;
};

/** What a call of each operation of a document needs; read in a worker thread, and kept for a few documents. Throws `readSpec`'s refusals. */
export const recentOperations = (hash: string, load: () => Promise<Uint8Array>): Operations => {
  const operations = recent.get(hash) ?? read(load);
  recent.delete(hash);
  recent.set(hash, operations);
  const [oldest] = recent.keys();
  if (recent.size > kept && oldest !== undefined) recent.delete(oldest);
  operations.catch(() => recent.delete(hash));
  return operations;
};
