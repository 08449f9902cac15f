import { expect, it } from 'vitest';
import { newPlace, readTraceparent, traceparentOf } from './traceparent.ts';

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

it('reads what it writes', () => {
  const place = newPlace(undefined);
  expect(readTraceparent(traceparentOf(place))).toEqual(place);
});

it('takes any flag, which decides nothing', () => {
  for (const flag of ['00', '01', 'ff'])
    expect(readTraceparent(`00-${traceId}-${spanId}-${flag}`)).toEqual({ traceId, spanId });
});

it.each([
  ['nothing', undefined],
  ['an empty one', ''],
  ['another version', `01-${traceId}-${spanId}-01`],
  ['the version that is forbidden', `ff-${traceId}-${spanId}-01`],
  ['more than version 00 has', `00-${traceId}-${spanId}-01-more`],
  ['large letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['another alphabet', `00-${'g'.repeat(32)}-${spanId}-01`],
  ['no dashes', `00${traceId}${spanId}01`],
  ['two of them', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['a megabyte', '0'.repeat(1_000_000)],
])('takes no traceparent of %s', (_what, text) => {
  expect(readTraceparent(text)).toBeUndefined();
});

it('begins a trace of its own, or goes on with one', () => {
  const [first, second] = [newPlace(undefined), newPlace(undefined)];
  expect(first.traceId).not.toBe(second.traceId);
  const child = newPlace(first);
  expect(child.traceId).toBe(first.traceId);
  expect(child.spanId).not.toBe(first.spanId);
});
