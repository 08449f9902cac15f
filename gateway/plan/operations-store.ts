import { createHash } from 'node:crypto';
import { type SpecOperations, specOperations } from '#domain/deployment/lockdown.ts';
import type { Database } from '#platform/database.ts';

/** Returns the hash that described operations are stored under. */
export const operationsHash = (operations: SpecOperations): string =>
  createHash('sha256').update(JSON.stringify(operations)).digest('hex');

/**
 * Stores the operations that a lockdown allows, under their hash. Equal operations share one row. Call this before the
 * event with the hash is appended.
 *
 * @returns the hash.
 */
export const saveOperations = async (database: Database, operations: SpecOperations): Promise<string> => {
  const hash = operationsHash(operations);
  await database.query('insert into spec_operations (hash, operations) values ($1, $2) on conflict (hash) do nothing', [
    hash,
    JSON.stringify(operations),
  ]);
  return hash;
};

/** Returns the operations with a hash. Throws when there are none, which no event allows. */
export const loadOperations = async (database: Database, hash: string): Promise<SpecOperations> => {
  const { rows } = await database.query<{ operations: unknown }>(
    'select operations from spec_operations where hash = $1',
    [hash],
  );
  if (!rows[0]) throw new Error(`no operations are stored under ${hash}`);
  return specOperations.parse(rows[0].operations);
};
