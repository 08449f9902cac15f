import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { traceDecider } from './decider.ts';
import type { TraceEvent } from './trace.ts';

const viewed: TraceEvent = { type: 'PersonViewed', data: { userId: 12, organizationId: 3, count: 1 } };

it('a record is made once', () => {
  expect(given(traceDecider, []).when({ type: 'Record', data: viewed })).toEqual([viewed]);
  expect(given(traceDecider, [viewed]).when({ type: 'Record', data: viewed })).toEqual([]);
});
