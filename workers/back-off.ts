/**
 * @property first    milliseconds before the second attempt.
 * @property cap      milliseconds at most; also how often a paused operation asks again.
 * @property attempts after so many an operation has failed. What waits for a gateway, and removals, have no number.
 * @property busy     milliseconds before asking again for a deployment that another operation holds.
 */
export type BackOff = Readonly<{ first: number; cap: number; attempts: number; busy: number }>;

/** 1 s, 2 s, 4 s ... 60 s: a gateway that restarts is back by then, and nobody waits long for a hiccup (reliability H3). */
export const defaultBackOff: BackOff = { first: 1_000, cap: 60_000, attempts: 8, busy: 250 };

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

/** Milliseconds to wait after `failed` failures in a row (1 or more). */
export const delayAfter = (failed: number, { first, cap }: BackOff): number =>
  jitter(Math.min(cap, first * 2 ** Math.min(failed - 1, 20)));

export const delayWhilePaused = ({ cap }: BackOff): number => jitter(cap);
export const delayWhileBusy = ({ busy }: BackOff): number => jitter(busy);
/** Of what comes next, because whoever is at work gives way to it. */
export const delayWhileNext = ({ busy }: BackOff): number => jitter(busy / 5);
