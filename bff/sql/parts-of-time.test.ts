import { expect, test } from 'vitest';
import { partsAfter, partsOfTime } from './parts-of-time.ts';

const now = new Date('2026-11-26T10:00:00Z');
const shown = (filter: Parameters<typeof partsOfTime>[0]) =>
  partsOfTime(filter, now).map(({ since, until, slice }) => [since.toISOString(), until.toISOString(), slice]);

test('time is read in six slices of two days, then in months, without a gap', () => {
  const parts = partsOfTime({}, now);
  expect(shown({}).slice(0, 9)).toEqual([
    ['2026-11-27T00:00:00.000Z', '2026-11-27T10:00:00.000Z', 'slice:10392'],
    ['2026-11-25T00:00:00.000Z', '2026-11-27T00:00:00.000Z', 'slice:10391'],
    ['2026-11-23T00:00:00.000Z', '2026-11-25T00:00:00.000Z', 'slice:10390'],
    ['2026-11-21T00:00:00.000Z', '2026-11-23T00:00:00.000Z', 'slice:10389'],
    ['2026-11-19T00:00:00.000Z', '2026-11-21T00:00:00.000Z', 'slice:10388'],
    ['2026-11-17T00:00:00.000Z', '2026-11-19T00:00:00.000Z', 'slice:10387'],
    ['2026-11-01T00:00:00.000Z', '2026-11-17T00:00:00.000Z', null],
    ['2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null],
    ['2026-09-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z', null],
  ]);
  expect(parts.at(-1)?.since).toEqual(new Date('2000-01-01T00:00:00Z'));
  for (const [index, { since }] of parts.slice(0, -1).entries()) expect(parts[index + 1]?.until).toEqual(since);
});

test('a time that is asked for ends the first part and begins the last', () => {
  expect(shown({ from: new Date('2025-02-27T12:00:00Z'), to: new Date('2025-03-02T00:00:00Z') })).toEqual([
    ['2025-03-01T00:00:00.000Z', '2025-03-02T00:00:00.000Z', 'slice:10074'],
    ['2025-02-27T12:00:00.000Z', '2025-03-01T00:00:00.000Z', 'slice:10073'],
  ]);
});

test('times that no entry can have make no parts', () => {
  const of = (from: string, to: string) => partsOfTime({ from: new Date(from), to: new Date(to) }, now);
  expect(of('2030-01-01', '2040-01-01')).toEqual([]);
  expect(of('0001-01-01', '1999-01-01')).toEqual([]);
  expect(of('2026-01-02', '2026-01-01')).toEqual([]);
  expect(of('0001-01-01', '9999-01-01')).toEqual(partsOfTime({}, now));
});

test('time after a moment is read the oldest first, in the same slices and months', () => {
  const parts = partsAfter({ from: new Date('2026-09-29T12:00:00Z') }, now);
  expect(parts.map(({ since, until, slice }) => [since.toISOString(), until.toISOString(), slice])).toEqual([
    ['2026-09-29T12:00:00.000Z', '2026-09-30T00:00:00.000Z', 'slice:10362'],
    ['2026-09-30T00:00:00.000Z', '2026-10-02T00:00:00.000Z', 'slice:10363'],
    ['2026-10-02T00:00:00.000Z', '2026-10-04T00:00:00.000Z', 'slice:10364'],
    ['2026-10-04T00:00:00.000Z', '2026-10-06T00:00:00.000Z', 'slice:10365'],
    ['2026-10-06T00:00:00.000Z', '2026-10-08T00:00:00.000Z', 'slice:10366'],
    ['2026-10-08T00:00:00.000Z', '2026-10-10T00:00:00.000Z', 'slice:10367'],
    ['2026-10-10T00:00:00.000Z', '2026-11-01T00:00:00.000Z', null],
    ['2026-11-01T00:00:00.000Z', '2026-11-27T10:00:00.000Z', null],
  ]);
  expect(partsAfter({ from: new Date('2040-01-01'), to: new Date('2030-01-01') }, now)).toEqual([]);
});
