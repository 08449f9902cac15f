import process from 'node:process';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool, promptly } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { checkRelease, fitOrExit } from '#platform/release.ts';
import { type SettingName, settingsOrExit } from '#platform/settings.ts';
import { createVault } from '#platform/vault.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { OperatorError } from './operator-error.ts';

/** Milliseconds that a command waits for the read tables: a portal that was just started fills them. */
const patience = 20_000;

/** Prints what was refused as a sentence, with exit code 1. */
const sayRefusal = (error: unknown): void => {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
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
 * Runs a command of whoever runs the portal: reads its arguments, opens what it needs, and closes that after `work`. What
 * either refuses by an `OperatorError` is printed.
 */
export const runOperator = async <Arguments>(
  name: string,
  readArguments: () => Arguments,
  work: (operator: Operator, given: Arguments) => Promise<void>,
  required: readonly SettingName[] = [],
): Promise<void> => {
  const read = argumentsOf(readArguments);
  if (!read) return;
  const settings = settingsOrExit(required);
  const pool = createPool(settings.DATABASE_URL, { applicationName: `portico-${name}`, max: 2, ...promptly });
  await fitOrExit(checkRelease(pool));
  const log = createLog(name, 'warn', process.stderr);
  const { store } = openEventStore({ pool, key: settings.PORTICO_KEY, definitions: eventCatalogue, log });
  try {
    const caughtUp = async () => {
      if (await waitForPosition(pool, await store.head(), patience)) return;
      throw new OperatorError(
        'The read tables are not up to date. Does the projector run? Start it: npm run projector',
      );
    };
    const vault = createVault(settings.PORTICO_KEY);
    await work({ settings, pool, store, vault, now: () => new Date(), caughtUp }, read.given);
  } catch (error) {
    sayRefusal(error);
  } finally {
    await store.close();
    await pool.end();
  }
};

/** @property caughtUp waits until the read tables show everything. @throws OperatorError when they don't in time. */
export type Operator = Readonly<{
  settings: ReturnType<typeof settingsOrExit>;
  pool: ReturnType<typeof createPool>;
  store: ReturnType<typeof openEventStore>['store'];
  vault: ReturnType<typeof createVault>;
  now: () => Date;
  caughtUp: () => Promise<void>;
}>;
