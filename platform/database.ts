import pg from 'pg';
import { codeOf } from './error-code.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** What a single statement needs: a pool, or the client of a transaction. */
export type Database = Pick<pg.Pool, 'query'>;

const int8 = 20;

/** bigint columns here are counters and ids far below 2^53; anything else is a fault worth stopping for. */
const parseInt8 = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * @property max          connections at most; 16 unless told.
 * @property statementTimeout milliseconds after which Postgres ends a statement; 15 s unless told.
 * @property lockTimeout      milliseconds that a statement waits for another's lock; as long as it may take unless told.
 * @property connectTimeout   milliseconds to wait for a connection; 5 s unless told.
 * @property queryTimeout     milliseconds to wait for a server that says nothing; 2 s over statementTimeout unless told.
 */
export type PoolOptions = Readonly<{
  applicationName: string;
  max?: number;
  statementTimeout?: number;
  lockTimeout?: number;
  connectTimeout?: number;
  queryTimeout?: number;
}>;

/** For whatever answers people: they are told within 5 s that it does not go on, whichever statement hangs. */
export const promptly = { statementTimeout: 4_000, lockTimeout: 2_500, connectTimeout: 4_000, queryTimeout: 4_500 };

/**
 * A pool with limits on everything that can hang. A transaction left open is ended by Postgres after
 * 10 s: it would hold back the delivery of events to every subscription.
 */
export const createPool = (
  url: string,
  {
    applicationName,
    max = 16,
    statementTimeout = 15_000,
    lockTimeout = 0,
    connectTimeout = 5_000,
    queryTimeout = statementTimeout + 2_000,
  }: PoolOptions,
): Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: applicationName,
    // The read tables are named without their schema (migrations/100_read_schema.sql).
    options: '-c search_path=public,read',
    connectionTimeoutMillis: connectTimeout,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    query_timeout: queryTimeout,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  });
  // An idle connection that dies is replaced on next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
};

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export const inTransaction = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
};

/**
 * Whether the connection, not the statement, is at fault: the outcome of what was sent is unknown. A server that refuses
 * the role, its password (28) or the database (3D) is another one that answers while Portico's own is away.
 */
export const isConnectionError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (/^(08|28|3D|57P0[1-5])/.test(code) || code === '53300') return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/.test(code)) return true;
  return /Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed/i.test(
    error.message,
  );
};

/** Errors that pass by themselves: a lost connection, a deadlock, a full disk, a server that is read-only for now. */
export const isTransientError = (error: unknown): boolean =>
  isConnectionError(error) || /^(40|53|58|55P03|25006)/.test(codeOf(error));

/** A read table that the projector has not made yet: it does so when it starts. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/**
 * What keeps the database from doing something that nobody's input is to blame for. `slow`: a lock or a statement took
 * too long, or somebody ended it. `full`: there is no room to write to. `unavailable`: all else that passes by itself.
 */
export type Trouble = 'slow' | 'full' | 'unavailable';

/** @returns undefined for an error that the same statement would meet again. */
export const troubleOf = (error: unknown): Trouble | undefined => {
  const code = codeOf(error);
  if (/^(57014|55P03|40)/.test(code)) return 'slow';
  if (code === '53100') return 'full';
  return isTransientError(error) ? 'unavailable' : undefined;
};
