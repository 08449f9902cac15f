/**
 * @property first    milliseconds before the second attempt.
 * @property cap      milliseconds at most; also how often a paused operation asks again.
 * @property attempts after so many an operation has failed; after three times as many where the gateway says each time that
 *                    it can't now, although it answers others. What waits for a gateway, and removals, have no number.
 * @property longest  milliseconds at most for what goes on without end: each attempt is written down.
 * @property busy     milliseconds before asking again for a deployment that another operation holds.
 */
export type BackOff = Readonly<{ first: number; cap: number; attempts: number; longest: number; busy: number }>;

/** 1 s, 2 s, 4 s ... 60 s: a gateway that restarts is back by then, and nobody waits long for a hiccup (requirement H3). */
export const defaultBackOff: BackOff = { first: 1_000, cap: 60_000, attempts: 8, longest: 600_000, busy: 250 };

/**
 * How a gateway that does not answer is waited for; milliseconds.
 *
 * @property first  before the second look at it.
 * @property cap    between two looks at most.
 * @property look   between two looks at whether there is one to watch, and at who goes on next.
 * @property atOnce operations that go on at a time when it is back, in all processes: it has just come up.
 */
export type OutageTiming = Readonly<{ first: number; cap: number; look: number; atOnce: number }>;

/** A key that was revoked meanwhile is refused within 5 s of the gateway's return: 3 s and a quarter, then the removal. */
export const defaultOutageTiming: OutageTiming = { first: 1_000, cap: 3_000, look: 500, atOnce: 4 };

/** A quarter more or less, so that operations that failed together don't come back together. */
export const jitter = (milliseconds: number): number => Math.round(milliseconds * (0.75 + Math.random() / 2));

/** The cap; what has failed so often that it would have ended, if it could, waits longer and longer. */
const capAfter = (failed: number, { cap, attempts, longest }: BackOff): number => {
  const late = failed - 2 * attempts;
  return late > 0 ? Math.min(longest, cap * 2 ** Math.min(late, 20)) : cap;
};

/** Milliseconds to wait after `failed` failures in a row (1 or more). */
export const delayAfter = (failed: number, backOff: BackOff): number =>
  jitter(Math.min(capAfter(failed, backOff), backOff.first * 2 ** Math.min(failed - 1, 20)));

export const delayWhilePaused = (failed: number, backOff: BackOff): number => jitter(capAfter(failed, backOff));
export const delayWhileBusy = ({ busy }: BackOff): number => jitter(busy);
/** Of what others give way to, behind so many more of its kind. */
export const delayInLine = (before: number, { busy }: BackOff): number =>
  jitter(Math.min(busy, (busy / 5) * (before + 1)));
