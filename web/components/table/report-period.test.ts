import { expect, it } from 'vitest';
import { endsBeforeStart } from './report-period.ts';

it('refuses an end before the start, but allows the same day', () => {
  expect(endsBeforeStart({ startDate: '2026-11-21', endDate: '2026-11-20' })).toBe(true);
  expect(endsBeforeStart({ startDate: '2026-11-21', endDate: '2026-11-21' })).toBe(false);
  expect(endsBeforeStart({ endDate: '2026-11-20' })).toBe(false);
});
