import { expect, it } from 'vitest';
import { formatterOf, gatewayDate } from './format.ts';

const english = formatterOf('en');

it('shows a date of the gateway as YYYY-MM-DD, from seconds', () => {
  const noon = new Date(2026, 2, 9, 12).getTime() / 1000;
  expect(gatewayDate(noon)).toBe('2026-03-09');
});

it('shows the time of a request as MMM DD, YYYY hh:mm:ss', () => {
  expect(english.requestTime(new Date(2026, 2, 9, 13, 4, 5))).toBe('Mar 09, 2026 01:04:05');
  expect(english.requestTime(new Date(2026, 10, 21, 0, 0, 0))).toBe('Nov 21, 2026 12:00:00');
});

it('counts back in the largest unit that fits', () => {
  const now = Date.parse('2026-03-09T12:00:00Z');
  const before = (seconds: number) => english.relative(now - seconds * 1000, now);
  expect([5, 65, 7_300, 90_000].map(before)).toEqual(['now', '1 minute ago', '2 hours ago', 'yesterday']);
});
