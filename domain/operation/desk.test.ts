import { expect, it } from 'vitest';
import { operationTimeline } from './desk.ts';

it('a timeline that the last release answers, which has no trace, can be read', () => {
  expect(operationTimeline.parse({ moments: [], leftOut: 0, cause: null })).toMatchObject({ traceId: null });
});
