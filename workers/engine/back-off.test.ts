import { expect, it } from 'vitest';
import {
  type BackOff,
  defaultBackOff,
  delayAfter,
  delayWhenFree,
  delayWhileBehind,
  delayWhileHeldUp,
  delayWhilePaused,
} from './back-off.ts';

/** Checks a delay with a tolerance of a quarter. */
const expectAround = (milliseconds: number, delay: number) => {
  expect(delay).toBeGreaterThanOrEqual(milliseconds * 0.75);
  expect(delay).toBeLessThanOrEqual(milliseconds * 1.25);
};
/** Returns how many events the attempts of a day write: each has a start and an end. */
const eventsInADay = (delay: (failed: number, backOff: BackOff) => number): number => {
  let [time, attempts] = [0, 0];
  while (time < 86_400_000) {
    attempts += 1;
    time += delay(attempts, defaultBackOff);
  }
  return attempts * 2;
};

it('doubles the delay each time, to a minute at most', () => {
  for (const [failed, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries())
    expectAround(seconds * 1_000, delayAfter(failed + 1, defaultBackOff));
});

it.each([delayAfter, delayWhilePaused])('waits longer after many attempts, and does not fill the log', (delay) => {
  expectAround(60_000, delay(16, defaultBackOff));
  expectAround(120_000, delay(17, defaultBackOff));
  expectAround(600_000, delay(2_000, defaultBackOff));
  expect(eventsInADay(delay)).toBeLessThan(400);
});

it('tries again soon for newer read tables, but does not fill the log while no projector runs', () => {
  for (const failed of [7, 100]) expect(delayWhileBehind(failed, 0, defaultBackOff)).toBe(defaultBackOff.free);
  expect(eventsInADay((failed, backOff) => delayWhileBehind(failed, failed - 1, backOff))).toBeLessThan(400);
});

it('tries again soon if nothing delays an operation, and within a minute after however many interruptions', () => {
  for (const failed of [7, 100]) expect(delayWhenFree(failed, 0, defaultBackOff)).toBe(defaultBackOff.free);
  for (const soon of [24, 1_000]) expect(delayWhenFree(soon, soon, defaultBackOff)).toBeLessThanOrEqual(60_000);
});

it('looks every second whether others have ended, and less often from further back in a line', () => {
  const after = (ahead: number, left = 600_000) => delayWhileHeldUp(left, ahead, defaultBackOff);
  for (const ahead of [1, 2]) expectAround(1_000, after(ahead));
  expectAround(95_000, after(190));
  expect(after(190, 5_000)).toBe(5_000);
  // A line of hundreds asks a few times a second in all.
  const looks = Array.from({ length: 400 }, (_none, index) => 1_000 / after(index + 1));
  expect(looks.reduce((sum, each) => sum + each)).toBeLessThan(20);
});
