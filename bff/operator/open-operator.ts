import process from 'node:process';
import { RefusedError } from '#domain/core/problem.ts';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { UnavailableError } from '#eventstore/event-store.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool, isConnectionError, type PoolOptions, promptly } from '#platform/database.ts';
import { followDatabaseTime } from '#platform/database-time.ts';
import { createLog, type Log } from '#platform/log.ts';
import { checkRelease } from '#platform/release.ts';
import { type SettingName, settingsOrExit } from '#platform/settings.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import { UnfitError } from '#platform/unfit-error.ts';
import { createVault } from '#platform/vault.ts';
import { readPath } from '#projections/read-path.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { OperatorError } from './operator-error.ts';

/** Milliseconds that a command waits for the read tables, which a portal fills after its start. */
const patience = 20_000;

/** Returns why a command failed and its exit code; undefined for a fault of the program. */
const refusalOf = (error: unknown): Readonly<{ sentence: string; exitCode: number }> | undefined => {
  if (error instanceof OperatorError) return { sentence: error.message, exitCode: error.exitCode };
  if (error instanceof RefusedError)
    return { sentence: `The portal refused it: ${error.refusal.problems[0].code}.`, exitCode: 1 };
  if (error instanceof UnfitError) return { sentence: error.message, exitCode: 78 };
  const cause = error instanceof UnavailableError ? error.cause : error;
  if (!(cause instanceof Error) || !isConnectionError(cause)) return undefined;
  return { sentence: `The database of DATABASE_URL can't be used: ${reasonOf(cause)}`, exitCode: 1 };
};

const sayRefusal = (error: unknown): void => {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  console.error(refusal.sentence);
  process.exitCode = refusal.exitCode;
};

const argumentsOf = <Arguments>(read: () => Arguments): { given: Arguments } | undefined => {
  try {
    return { given: read() };
  } catch (error) {
    sayRefusal(error);
    return undefined;
  }
};

/**
 * Special needs of a command.
 *
 * @property required settings that are otherwise optional.
 * @property pool     limits of its connections, by its arguments. Default: those of interactive calls.
 * @property isReader whether it may run without every key that seals events, because it decides nothing by them. Default: it may not.
 */
type Needs<Arguments> = Readonly<{
  required?: readonly SettingName[];
  pool?: (given: Arguments) => Partial<PoolOptions>;
  isReader?: (given: Arguments) => boolean;
}>;

/**
 * Runs a command of an operator: reads its arguments, opens connections and closes them after `work`. Prints an
 * `OperatorError` and exits with its code. Does the same when the database does not respond.
 */
export const runOperator = async <Arguments>(
  name: string,
  readArguments: () => Arguments,
  work: (operator: Operator, given: Arguments) => Promise<void>,
  { required = [], pool: limits = () => promptly, isReader = () => false }: Needs<Arguments> = {},
): Promise<void> => {
  const read = argumentsOf(readArguments);
  if (!read) return;
  const settings = settingsOrExit(required);
  const pool = createPool(settings.DATABASE_URL, {
    applicationName: `portico-${name}`,
    searchPath: readPath,
    max: 2,
    ...limits(read.given),
  });
  const log = createLog(name, 'warn', process.stderr);
  const { store, subjectKeys, verifier, checkpoints, sealCheck, checkRights } = openEventStore({
    pool,
    key: settings.PORTICO_KEY,
    definitions: eventCatalogue,
    log,
    eventStore: settings,
  });
  let stopClock = () => {};
  try {
    await checkRelease(pool);
    await checkRights();
    if (!isReader(read.given)) await sealCheck.checkKeys();
    stopClock = await followDatabaseTime(pool, log);
    const caughtUp = async () => {
      if (await waitForPosition(pool, await store.head(), patience)) return;
      throw new OperatorError(
        'The read tables are not up to date. Does the projector run? Start it: npm run projector',
      );
    };
    const vault = createVault(settings.PORTICO_KEY);
    const opened = {
      settings,
      pool,
      store,
      subjectKeys,
      verifier,
      checkpoints,
      sealCheck,
      vault,
      log,
      now: () => new Date(),
      caughtUp,
    };
    await work(opened, read.given);
  } catch (error) {
    sayRefusal(error);
  } finally {
    stopClock();
    await store.close();
    await pool.end();
  }
};

/** @property caughtUp waits until the read tables have caught up. @throws OperatorError when this takes too long. */
export type Operator = Readonly<
  Pick<
    ReturnType<typeof openEventStore<typeof eventCatalogue>>,
    'store' | 'subjectKeys' | 'verifier' | 'checkpoints' | 'sealCheck'
  > & {
    settings: ReturnType<typeof settingsOrExit>;
    pool: ReturnType<typeof createPool>;
    vault: ReturnType<typeof createVault>;
    log: Log;
    now: () => Date;
    caughtUp: () => Promise<void>;
  }
>;
