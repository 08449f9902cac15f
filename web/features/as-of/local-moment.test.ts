import { afterEach, expect, it } from 'vitest';
import { localMomentOf, momentOf, utcText } from './local-moment.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

it.each([
  ['Europe/Berlin', '2026-03-03T13:00:00.000Z', '2026-03-03', '14:00'],
  // Neither end of the day may move to another day.
  ['Asia/Tokyo', '2026-08-28T15:00:00.000Z', '2026-08-29', '00:00'],
  ['America/Chicago', '2026-09-08T02:23:00.000Z', '2026-09-07', '21:23'],
  ['UTC', '2026-12-31T23:59:00.000Z', '2026-12-31', '23:59'],
  // The second 02:30 of the night in which clocks go back is an hour later.
  ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25', '02:30'],
])('in %s, %s is %s %s, and back', (zone, at, day, time) => {
  process.env.TZ = zone;
  expect(localMomentOf(at)).toEqual({ day, time });
  expect(momentOf({ day, time })).toBe(at);
});

it.each([
  ['', '14:00'],
  ['2026-03-03', ''],
  ['2026-13-03', '14:00'],
])('day "%s" with time "%s" is no moment', (day, time) => {
  expect(momentOf({ day, time })).toBeUndefined();
});

it('says the moment in UTC', () => {
  expect(utcText('2026-03-03T13:00:27.123Z')).toBe('2026-03-03 13:00 UTC');
});
