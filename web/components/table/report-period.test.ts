import { expect, it } from 'vitest';
import { dayOf, endsBeforeStart } from './report-period.ts';

it('refuses an end before the start, but allows the same day', () => {
  expect(endsBeforeStart({ startDate: '2026-11-21', endDate: '2026-11-20' })).toBe(true);
  expect(endsBeforeStart({ startDate: '2026-11-21', endDate: '2026-11-21' })).toBe(false);
  expect(endsBeforeStart({ endDate: '2026-11-20' })).toBe(false);
});

it('compares days with moments as times', () => {
  const nine = new Date('2026-11-21T09:00:00').toISOString();
  const ten = new Date('2026-11-21T10:00:00').toISOString();
  expect(endsBeforeStart({ startDate: nine, endDate: '2026-11-21' })).toBe(false);
  expect(endsBeforeStart({ startDate: '2026-11-21', endDate: nine })).toBe(false);
  expect(endsBeforeStart({ startDate: nine, endDate: '2026-11-20' })).toBe(true);
  expect(endsBeforeStart({ startDate: ten, endDate: nine })).toBe(true);
  expect(endsBeforeStart({ startDate: '2026-11-21T08:00:00+09:00', endDate: '2026-11-21T00:00:00Z' })).toBe(false);
});

it('shows the day that the user has at a moment', () => {
  for (const time of ['00:30:00', '12:00:00', '23:30:00'])
    expect(dayOf(new Date(`2026-11-21T${time}`).toISOString())).toBe('2026-11-21');
  expect(dayOf('2026-11-21')).toBe('2026-11-21');
  expect(dayOf('')).toBe('');
});
