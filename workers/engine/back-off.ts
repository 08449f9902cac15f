import { removalAlarm } from '#domain/operation/operation.ts';

/**
 * @property first    milliseconds before the second attempt.
 * @property cap      the most milliseconds between two attempts; also the time between two attempts of a paused
 *   operation.
 * @property attempts the number of attempts after which an operation fails. It is three times as many when the gateway
 *   is busy each time but responds to other calls. Operations that wait for a gateway, and removals, have no limit.
 * @property longest  the most milliseconds between attempts without end, because each attempt writes events.
 * @property busy     milliseconds before asking again for a deployment that another operation holds.
 * @property free     the most milliseconds before the next attempt of an operation that waited for others, when none
 *   holds it up any more: they ended just then, or the read tables do not show it yet. It holds for three times as many
 *   attempts as `attempts`, which may have been interrupted.
 * @property unproved the milliseconds of attempts in a row that end because a resource does not show the change. After them the
 *   operation fails. A removal goes on, and is overdue.
 */
export type BackOff = Readonly<{
  first: number;
  cap: number;
  attempts: number;
  longest: number;
  busy: number;
  free: number;
  unproved: number;
}>;

/**
 * 1 s, 2 s, 4 s ... 60 s: a gateway that restarts is back by then, and a short failure delays nobody long (requirement
 * H3).
 */
export const defaultBackOff: BackOff = {
  first: 1_000,
  cap: 60_000,
  attempts: 8,
  longest: 600_000,
  busy: 250,
  free: 5_000,
  unproved: removalAlarm,
};

/**
 * How workers wait for a gateway that does not respond, in milliseconds.
 *
 * @property first  before the second call to it.
 * @property cap    the most between two calls.
 * @property look   between two checks for gateways to watch, and for operations that may continue.
 * @property atOnce the number of operations, over all processes, that continue at a time after the gateway is back: it
 *   has only just started.
 */
export type OutageTiming = Readonly<{ first: number; cap: number; look: number; atOnce: number }>;

/**
 * A key that was revoked meanwhile is refused within 5 s of the gateway's return: 3 s and a quarter, then the removal.
 */
export const defaultOutageTiming: OutageTiming = { first: 1_000, cap: 3_000, look: 500, atOnce: 4 };

/** Changes a delay by up to a quarter, so that operations that failed together do not all come back together. */
export const jitter = (milliseconds: number): number => Math.round(milliseconds * (0.75 + Math.random() / 2));

/**
 * Returns the cap. It grows for an operation without end after so many failures that another would have failed for
 * good.
 */
const capAfter = (failed: number, { cap, attempts, longest }: BackOff): number => {
  const late = failed - 2 * attempts;
  return late > 0 ? Math.min(longest, cap * 2 ** Math.min(late, 20)) : cap;
};

/** Returns the milliseconds to wait after `failed` failures in a row (1 or more). */
export const delayAfter = (failed: number, backOff: BackOff): number =>
  jitter(Math.min(capAfter(failed, backOff), backOff.first * 2 ** Math.min(failed - 1, 20)));

export const delayWhilePaused = (failed: number, backOff: BackOff): number => jitter(capAfter(failed, backOff));
const isStillSoon = (soon: number, { attempts }: BackOff): boolean => soon < 3 * attempts;
/** Returns the milliseconds to wait after `failed` attempts that needed newer read tables. The projector may be away for long. */
export const delayWhileBehind = (failed: number, soon: number, backOff: BackOff): number => {
  const delay = delayAfter(failed, backOff);
  return isStillSoon(soon, backOff) ? Math.min(delay, backOff.free) : delay;
};
/**
 * Returns the milliseconds to wait after `failed` attempts that waited for others, when none holds the next one up. Nobody would
 * wake it, so it is never long, however often it was interrupted.
 */
export const delayWhenFree = (failed: number, soon: number, backOff: BackOff): number =>
  Math.min(delayAfter(failed, backOff), isStillSoon(soon, backOff) ? backOff.free : backOff.cap);
/**
 * Returns the milliseconds before looking again whether something still holds an operation up, of `left` until its next
 * attempt. With many `ahead` of it nobody has to look soon, and hundreds that wait in one line must not keep the queue busy.
 */
export const delayWhileHeldUp = (left: number, ahead: number, { first }: BackOff): number =>
  Math.min(left, jitter(first) * Math.max(1, ahead / 2));
export const delayWhileBusy = ({ busy }: BackOff): number => jitter(busy);
/** Returns the milliseconds before an urgent operation asks again, with `before` others ahead of it. */
export const delayInLine = (before: number, { busy }: BackOff): number =>
  jitter(Math.min(busy, (busy / 5) * (before + 1)));
