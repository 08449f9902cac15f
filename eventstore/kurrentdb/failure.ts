import { UnavailableError } from '../event-store.ts';
import { NoAnswerError } from './clock.ts';

/**
 * What an error of the server means. `conflict`: the stream is at another version. `away`: the same call may succeed later, and
 * nobody knows whether this one took effect. `denied`: the user, the password or a right is wrong. `deleted`: somebody
 * removed the stream. `other`: a fault.
 */
export type Failure = 'conflict' | 'away' | 'denied' | 'deleted' | 'other';

const typeOf = (error: Error): string => ('type' in error ? String(error.type) : '');
const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Types of the library's errors. A server that starts, or has no leader, says `unknown`, for an append without any word. */
const away = new Set(['unavailable', 'deadline-exceeded', 'timeout', 'cancelled', 'not-leader', 'unknown']);

export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof Error)) return 'other';
  const type = typeOf(error);
  if (type === 'wrong-expected-version') return 'conflict';
  if (type === 'stream-deleted') return 'deleted';
  if (type === 'access-denied' || codeOf(error) === '7') return 'denied';
  if (error instanceof NoAnswerError || away.has(type) || codeOf(error) === '14') return 'away';
  return /Failed to discover|ECONN|EPIPE|write after end|Premature close|Channel has been shut down|ERR_STREAM/i.test(
    error.message + codeOf(error),
  )
    ? 'away'
    : 'other';
};

/** Returns whether a read began where no event is. */
export const isUnknownRecord = (error: unknown): boolean =>
  error instanceof Error && typeOf(error) === 'unknown' && !/not ready/i.test(error.message);

/** Returns the error of the port for one of the server. The cause has a code that means "no connection" everywhere. */
export const asUnavailable = (error: unknown): UnavailableError => {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = new Error(`the event log at EVENTSTORE_URL does not respond: ${reason}`, { cause: error });
  return new UnavailableError(Object.assign(cause, { code: 'ECONNREFUSED' }));
};

/** Runs a call that only reads, and translates its errors. @throws UnavailableError */
export const reading = async <Result>(call: Promise<Result>): Promise<Result> => {
  try {
    return await call;
  } catch (error) {
    const failure = failureOf(error);
    throw failure === 'away' || failure === 'denied' ? asUnavailable(error) : error;
  }
};
