import { createHash } from 'node:crypto';
import { type SpecOperations, specOperations } from '#domain/deployment/lockdown.ts';
import type { Database } from '#platform/database.ts';

/** What operations are kept under. */
export const operationsHash = (operations: SpecOperations): string =>
  createHash('sha256').update(JSON.stringify(operations)).digest('hex');

/**
 * Keeps what a lockdown lets through under its hash; the same operations twice are one row. Call it before the event
 * that names the hash is appended.
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

/** @throws when none are kept under the hash, which no event names without it. */
export const loadOperations = async (database: Database, hash: string): Promise<SpecOperations> => {
  const { rows } = await database.query<{ operations: unknown }>(
    'select operations from spec_operations where hash = $1',
    [hash],
  );
  if (!rows[0]) throw new Error(`no operations are kept under ${hash}`);
  return specOperations.parse(rows[0].operations);
};
