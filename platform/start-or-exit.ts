import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionError, isTransientError } from './database.ts';
import { codeOf } from './error-code.ts';
import type { Log } from './log.ts';
import { UnfitError } from './unfit-error.ts';

/** Milliseconds between two attempts, and between two lines of the log about them. */
export type Waiting = Readonly<{ pause: number; line: number }>;
const usual: Waiting = { pause: 1_000, line: 60_000 };

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && codeOf(error) === '' ? error.cause : error;

/** Returns in one line why the database can't be used. Errors of Node that tried several addresses have only a code. */
export const reasonOf = (error: unknown): string => {
  const cause = causeOf(error);
  return cause instanceof Error ? cause.message || codeOf(cause) || cause.name : String(cause);
};

/** Returns whether no later attempt can succeed: a wrong role, password or database, or a connection without its TLS. */
const isRefusedForGood = (error: unknown): boolean =>
  /^(28|3D|42501)|CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_(TLS|SSL)/.test(codeOf(error)) ||
  (error instanceof Error && /^SASL|\bSSL\b/.test(error.message));

/** Returns what fails with the signal's reason when it aborts, and else never ends. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/**
 * Runs the first work of a process with its database. Waits for a database that is away, and says so at once and then
 * once a minute. The work must be such that it can be done again.
 *
 * @param signal ends the waiting, also for work that is under way.
 * @throws the work's error, when no later attempt can succeed: the database refuses the role, its password or its name.
 */
export const whenDatabaseResponds = async <Result>(
  work: () => Promise<Result>,
  { log, signal }: Readonly<{ log: Log; signal: AbortSignal }>,
  { pause, line }: Waiting = usual,
): Promise<Result> => {
  const end = endOf(signal);
  for (let said = Number.NEGATIVE_INFINITY; ; ) {
    signal.throwIfAborted();
    try {
      return await Promise.race([work(), end]);
    } catch (error) {
      const cause = causeOf(error);
      if (isRefusedForGood(cause) || !isTransientError(cause)) throw error;
      if (Date.now() - said >= line) {
        said = Date.now();
        log.warn({ reason: reasonOf(cause) }, 'waits for the database of DATABASE_URL');
      }
      await sleep(pause, undefined, { signal });
    }
  }
};

/** Returns the sentence for who starts a process that can't run; undefined for a fault of the program. */
const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof UnfitError) return error.message;
  const cause = causeOf(error);
  if (!isRefusedForGood(cause) && !isConnectionError(cause)) return undefined;
  return `cannot start: the database of DATABASE_URL can't be used: ${reasonOf(cause)}`;
};

/**
 * Waits for a step of a main file's start. When the process can't run, or its database can't be used, prints a sentence
 * and ends the process (exit code 78). Ends it with 0 when it was told to stop meanwhile.
 */
export const startOrExit = async <Result>(step: Promise<Result>): Promise<Result> => {
  try {
    return await step;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') process.exit(0);
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exit(78);
  }
};
