import { type ClockStep, clockSteps } from './clock.ts';

/** Milliseconds. A day is 24 hours, also when the clock changes. */
const day = 24 * 3_600_000;

/** Returns when something is due. @param days its kind's. */
export const dueAtOf = (since: Date, days: number): Date => new Date(since.getTime() + days * day);

/** Returns the latest beginnings of things whose clock has come to each step now. Nothing is at a step without a time of its own. */
export const begunBefore = (days: number, now: Date): Readonly<Record<ClockStep, Date>> => {
  const ago = (time: number) => new Date(now.getTime() - time * day);
  return { half: ago(days / 2), day: ago(days > 2 ? days - 1 : days), over: ago(days) };
};

/**
 * Returns the last step of a thing's clock that has come, or undefined.
 *
 * People are reminded in the middle of the time, and once more a day before its end if that is later. Of one or two days there is one
 * reminder.
 */
export const stepAt = (since: Date, days: number, now: Date): ClockStep | undefined => {
  const begun = begunBefore(days, now);
  return clockSteps.findLast((step) => since <= begun[step]);
};
