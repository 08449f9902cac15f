import { afterEach, expect, it } from 'vitest';
import type { Append } from '#eventstore/event-store.ts';
import { silentLog } from '#platform/log.ts';
import { createTraces } from './traces.ts';

let time = 0;
let isAway = false;
let wait = 0;
const written: unknown[] = [];
const store = {
  read: async () => [],
  append: async ({ events, meta }: Append) => {
    if (isAway) throw new Error('the event log is not available');
    written.push(...events.map(({ type, data }) => [meta.actor.userId, type, (data as { count: number }).count]));
    return { version: 1, position: '', repeated: false, outcome: {} };
  },
};
const create = () =>
  createTraces({ store: store as never, limiter: { take: async () => wait }, log: silentLog as never }, () => time);

afterEach(() => {
  written.length = 0;
  [time, isAway, wait] = [0, false, 0];
});

const refusal = (userId: number, code: string, rule = 'api.change') =>
  ({
    event: {
      type: 'CommandRefused',
      data: { organizationId: 3, call: 'PUT /api/api', refused: 'forbidden', code, count: 1 },
    },
    meta: {
      actor: { userId, organizationId: 3, roles: [] },
      commandId: '',
      correlationId: 'c',
      time: '2026-11-30T08:00:00.000Z',
      rule,
    },
  }) as const;

it('F2: a thousand refusals in a minute are one record at once, and one with the others when the minute is over', async () => {
  const traces = create();
  for (let call = 0; call < 1_000; call += 1) await traces.count(refusal(12, 'forbidden'));
  await traces.sweep();
  expect(written).toEqual([[12, 'CommandRefused', 1]]);
  time = 60_000;
  await traces.sweep();
  await traces.count(refusal(12, 'forbidden'));
  await traces.sweep();
  expect(written).toEqual([
    [12, 'CommandRefused', 1],
    [12, 'CommandRefused', 999],
  ]);
  await traces.sweep(true);
  expect(written.at(-1)).toEqual([12, 'CommandRefused', 1]);
});

it.each([
  ['another person', refusal(13, 'forbidden')],
  ['another reason', refusal(12, 'not-found')],
  ['another rule', refusal(12, 'forbidden', 'api.delete')],
])('F2: %s is another record', async (_, other) => {
  const traces = create();
  await traces.count(refusal(12, 'forbidden'));
  await traces.count(other);
  expect(written).toHaveLength(2);
});

it.each([
  ['the log is away', () => (isAway = true)],
  ['somebody has caused too many records', () => (wait = 60)],
])('F2: while %s the count is kept, and nobody waits for it', async (_, hinder) => {
  const traces = create();
  hinder();
  await traces.count(refusal(12, 'forbidden'));
  await traces.count(refusal(12, 'forbidden'));
  expect(written).toEqual([]);
  [time, isAway, wait] = [60_000, false, 0];
  await traces.sweep();
  expect(written).toEqual([[12, 'CommandRefused', 2]]);
});

it('F2: without the log, an export is refused', async () => {
  isAway = true;
  const { event, meta } = refusal(12, 'forbidden');
  await expect(create().record({ event, meta })).rejects.toThrow('not available');
});
