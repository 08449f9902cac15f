import type { QueryResult, QueryResultRow } from 'pg';
import type { Database } from './database.ts';
import { codeOf } from './error-code.ts';

/** A statement that Postgres parses once a connection. Two statements never have one name. */
export type Prepared = Readonly<{ name: string; text: string; values: readonly unknown[] }>;

/**
 * Whether a connection's prepared statement would now give other columns than when it was prepared: the read table behind
 * it was exchanged for that of another release.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  codeOf(error) === '0A000' &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery';

/**
 * Runs a prepared statement. Where the connection has an outdated one, runs its text instead; a pool closes that connection
 * by itself.
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
