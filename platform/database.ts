import pg from 'pg';
import { codeOf } from './error-code.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
/** Runs one statement: a pool, or the client of a transaction. */
export type Database = Pick<pg.Pool, 'query'>;

const int8 = 20;

/** Throws for a value above 2^53: the bigint columns are counters and ids, so such a value is a fault. */
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
 * @property max              the most connections. Default 16.
 * @property searchPath       schemas of tables that statements name without one. Default: `public`. Of read tables: projections/read-path.ts.
 * @property kept             opens all connections at once and keeps them, for what must be readable on a full disk: there a new
 *                            connection may be impossible. Default: a connection closes after 30 s without work.
 * @property statementTimeout milliseconds after which Postgres ends a statement. Default 15 s.
 * @property lockTimeout      milliseconds that a statement waits for a lock. Default 0: no limit.
 * @property connectTimeout   milliseconds to wait for a connection. Default 5 s.
 * @property queryTimeout     milliseconds to wait for a response of the server. Default: statementTimeout and 2 s.
 */
export type PoolOptions = Readonly<{
  applicationName: string;
  max?: number;
  searchPath?: string;
  kept?: boolean;
  statementTimeout?: number;
  lockTimeout?: number;
  connectTimeout?: number;
  queryTimeout?: number;
}>;

/** Limits for code that people wait for: they hear within 5 s that something failed, whichever statement hangs. */
export const promptly = { statementTimeout: 4_000, lockTimeout: 2_500, connectTimeout: 4_000, queryTimeout: 4_500 };

/**
 * Lets a connection fail without ending the process. A connection that is cut says so by an event, also while its code runs
 * no statement. Without a listener Node ends the process. The next statement on it throws.
 */
const survive = (client: pg.ClientBase): void => {
  client.on('error', () => undefined);
};

/** Returns a connection of its own that is not open yet. Whoever makes it ends it. */
export const createClient = (config: pg.ClientConfig): pg.Client => {
  const client = new pg.Client(config);
  survive(client);
  return client;
};

/** Milliseconds between two looks whether connections are missing. */
const refill = 5_000;

/** Opens the connections that a pool lacks, now and whenever some were lost. Ends with the pool. */
const keepOpen = (pool: Pool, count: number): void => {
  const fill = () => {
    if (pool.ending) return clearInterval(filling);
    if (pool.totalCount >= count) return undefined;
    // A pool gives its idle connections first, so those are taken too, until all new ones are on their way.
    const wanted = count - pool.totalCount + pool.idleCount;
    for (let taken = 0; taken < wanted; taken += 1)
      void pool.connect().then(
        (client) => setImmediate(() => client.release()),
        () => undefined,
      );
  };
  const filling = setInterval(fill, refill).unref();
  fill();
};

/**
 * Returns a pool with limits on everything that can hang. Postgres ends a transaction that is idle for 10 s, because an
 * open transaction delays the delivery of events to every subscription.
 */
export const createPool = (
  url: string,
  {
    applicationName,
    max = 16,
    searchPath = 'public',
    kept = false,
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
    options: `-c search_path=${searchPath}`,
    connectionTimeoutMillis: connectTimeout,
    min: kept ? max : 0,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    lock_timeout: lockTimeout,
    query_timeout: queryTimeout,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  });
  // The pool replaces an idle connection that dies. It listens to idle connections only.
  pool.on('error', () => undefined);
  pool.on('connect', survive);
  if (kept) keepOpen(pool, max);
  return pool;
};

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export const inTransaction = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
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
    // The pool itself finds a connection that was cut.
    client.release(broken);
  }
};

/**
 * Returns whether the connection failed, not the statement. Then nobody knows whether the statement took effect. A
 * server that refuses the role, its password (28) or the database (3D) counts too: it is another server that responds
 * while Portico's own is away.
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

/**
 * Returns whether the server's disk is full. Postgres has a code for it. But a new connection writes a cache of the catalog
 * (`pg_internal.init`), and is refused with the code of an internal error when that fails in its last bytes, or at a quota.
 */
export const isDiskFull = (error: unknown): boolean => {
  if (codeOf(error) === '53100') return true;
  return (
    error instanceof Error &&
    codeOf(error) === 'XX000' &&
    /could not write init file|No space left on device|Disk quota exceeded/.test(error.message)
  );
};

/**
 * Returns whether the same statement may succeed later: after a lost connection, a deadlock, a full disk, or while the
 * server is read-only.
 */
export const isTransientError = (error: unknown): boolean =>
  isConnectionError(error) || isDiskFull(error) || /^(40|53|58|55P03|25006)/.test(codeOf(error));

/** Returns whether a read table does not exist yet. The projector creates it when it starts. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/**
 * Why the database could not do something, when the input is not the reason. `slow`: a lock or a statement took too
 * long, or somebody ended it. `full`: the disk is full. `unavailable`: every other temporary error.
 */
export type Trouble = 'slow' | 'full' | 'unavailable';

/** Returns what is wrong with the database; undefined for an error that would happen again with the same statement. */
export const troubleOf = (error: unknown): Trouble | undefined => {
  const code = codeOf(error);
  if (/^(57014|55P03|40)/.test(code)) return 'slow';
  if (isDiskFull(error)) return 'full';
  return isTransientError(error) || isMissingTable(error) ? 'unavailable' : undefined;
};
