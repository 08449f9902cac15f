import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import type { Pool } from '#platform/database.ts';
import { listOperations } from '../documents/list-operations.ts';
import { loadSpec } from '../documents/spec-store.ts';

/** Documents that are read in one turn. */
const turn = 100;

const operationsOf = async (
  bytes: Uint8Array,
  hash: string,
  signal: AbortSignal,
): Promise<SpecOperations | undefined> => {
  try {
    return await listOperations({ hash, load: async () => bytes }, { signal });
  } catch (error) {
    // A document that this release can't read has no operations.
    if (error instanceof RefusedError && isRefusal(error.refusal)) return undefined;
    throw error;
  }
};

/**
 * Reads which operations the documents of deployed APIs describe, once for each document, so that calls are told apart by
 * them. Until then, at most a minute after a new deployment or document, its calls have no operation.
 *
 * @returns whether more are left.
 */
export const readDocumentOperations = async (pool: Pool, signal: AbortSignal): Promise<boolean> => {
  const { rows } = await pool.query<{ hash: string }>(
    `select distinct spec_hash as hash from apis where spec_format <> 'pdf'
       and exists (select from deployments where api_id = apis.id)
       and exists (select from spec_documents where hash = spec_hash)
       and not exists (select from document_operations where hash = spec_hash) limit ${turn}`,
  );
  for (const { hash } of rows) {
    if (signal.aborted) return false;
    const spec = await loadSpec(pool, hash);
    const operations = spec && (await operationsOf(spec.bytes, hash, signal));
    await pool.query(
      'insert into document_operations (hash, operations) values ($1, $2) on conflict (hash) do nothing',
      [hash, operations ? await saveOperations(pool, operations) : null],
    );
  }
  return rows.length === turn;
};
