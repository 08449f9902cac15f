import type { QueryResult, QueryResultRow } from 'pg';
import type { Database } from './database.ts';
import { codeOf } from './error-code.ts';

/** A statement that Postgres parses once for each connection. Two statements never have the same name. */
export type Prepared = Readonly<{ name: string; text: string; values: readonly unknown[] }>;

/**
 * Returns whether a prepared statement is outdated: its read table was replaced by another release's, so its columns are
 * different now.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery';

/**
 * Runs a prepared statement. If the connection's one is outdated, runs its text instead. The pool then closes that
 * connection.
 */
export const runPrepared = async <Row extends QueryResultRow>(
  database: Database,
  { name, text, values }: Prepared,
): Promise<QueryResult<Row>> => {
  try {
    return await database.query<Row>({ name, text, values: [...values] });
  } catch (error) {
    if (!isOutdatedStatement(error)) throw error;
    return await database.query<Row>({ text, values: [...values] });
  }
};
