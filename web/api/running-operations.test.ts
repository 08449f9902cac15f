import { expect, it } from 'vitest';
import { pollDelay } from './running-operations.ts';

it('polls often while most operations end, then less and less, at least every five seconds', () => {
  expect([0, 4_999, 5_000, 25_000, 600_000].map(pollDelay)).toEqual([300, 300, 1_000, 3_000, 5_000]);
});
