import { expect, it } from 'vitest';
import { type BackOff, defaultBackOff, delayAfter, delayWhilePaused } from './back-off.ts';

/** A quarter more or less. */
const about = (milliseconds: number, delay: number) => {
  expect(delay).toBeGreaterThanOrEqual(milliseconds * 0.75);
  expect(delay).toBeLessThanOrEqual(milliseconds * 1.25);
};
/** Of the events that a day of attempts writes, each its beginning and its end. */
const eventsInADay = (delay: (failed: number, backOff: BackOff) => number): number => {
  let [time, attempts] = [0, 0];
  while (time < 86_400_000) {
    attempts += 1;
    time += delay(attempts, defaultBackOff);
  }
  return attempts * 2;
};

it('waits twice as long each time, a minute at most', () => {
  for (const [failed, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries())
    about(seconds * 1_000, delayAfter(failed + 1, defaultBackOff));
});

it.each([delayAfter, delayWhilePaused])(
  'what goes on without end waits longer in the end, and fills no log',
  (delay) => {
    about(60_000, delay(16, defaultBackOff));
    about(120_000, delay(17, defaultBackOff));
    about(600_000, delay(2_000, defaultBackOff));
    expect(eventsInADay(delay)).toBeLessThan(400);
  },
);
