import { expect, it } from 'vitest';
import type { OperationEvent } from '#domain/operation/operation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { resources } from '../resources.ts';
import { countAttempts, unprovedFor } from './attempt-count.ts';
import { defaultBackOff, delayAfter } from './back-off.ts';

const time = '2026-11-25T12:00:00.000Z';
const event = (type: OperationEvent['type'], data: object = {}, at = time) =>
  ({ type, data, meta: { time: at } }) as unknown as RecordedEvent<OperationEvent>;
const started = event('OperationStarted');
/** @param seconds until the next attempt. */
const delayed = (kind: string, seconds: number, code = 'organization.keys-left') => {
  const nextAttemptAt = new Date(Date.parse(time) + seconds * 1_000).toISOString();
  return event('OperationDelayed', { class: kind, problem: { code }, nextAttemptAt });
};

it('counts attempts that began, that failed, and that were repeated soon', () => {
  const events = [
    ...[started, delayed('waiting', 5)],
    ...[started, delayed('waiting', 60)],
    ...[started, delayed('retry', 2, 'gateway.busy')],
    ...[started, delayed('retry', 2, 'operation.unexpected')],
  ];
  expect(countAttempts(events, resources, 5_000)).toEqual({ begun: 4, spent: 1, busy: 1, soon: 1 });
});

it('starts at zero after a replay', () => {
  const events = [started, delayed('waiting', 1), event('OperationReplayRequested'), started];
  expect(countAttempts(events, resources, 5_000)).toEqual({ begun: 1, spent: 1, busy: 0, soon: 0 });
});

const code = 'gateway.not-live';
/** @param second of the attempt's start and end. */
const startedAt = (second: number) => event('OperationStarted', {}, new Date(second * 1_000).toISOString());
const waited = (problem = code, kind = 'waiting') =>
  event('OperationDelayed', { class: kind, problem: { code: problem } });

it('counts for how long a change has not been seen, from the start of the first attempt that did not see it', () => {
  const after = (...events: RecordedEvent<OperationEvent>[]) => unprovedFor(events, code, 100_000);
  expect(after()).toBe(0);
  expect(after(startedAt(10))).toBe(0);
  expect(after(startedAt(10), waited())).toBe(90_000);
  expect(after(startedAt(10), waited(), startedAt(40), waited(), startedAt(70))).toBe(90_000);
  // A killed worker, and a removal that goes first, change nothing.
  expect(after(startedAt(10), waited(), startedAt(20), startedAt(30), waited('operation.gave-way'))).toBe(90_000);
  // Something else was in the way: the gateway was away, or another person asked for a replay.
  expect(after(startedAt(10), waited(), startedAt(20), waited('gateway.unreachable', 'away'))).toBe(0);
  expect(after(startedAt(10), waited(), startedAt(20), waited('gateway.busy', 'retry'), startedAt(60), waited())).toBe(
    40_000,
  );
  expect(after(startedAt(10), waited(), event('OperationReplayRequested'), startedAt(60))).toBe(0);
});

it('such an operation is given up after five minutes and one more attempt', () => {
  const events: RecordedEvent<OperationEvent>[] = [];
  /** The longest attempt at a gateway with the timer of a Kong: four waits for the canary. */
  const attempt = 4 * (6_000 + 12_000);
  let clock = 0;
  for (let begun = 1; ; begun += 1) {
    const startedNow = startedAt(clock / 1_000);
    clock += attempt;
    if (unprovedFor(events, code, clock) >= defaultBackOff.unproved) break;
    events.push(startedNow, waited());
    clock += delayAfter(begun, defaultBackOff);
  }
  expect(clock).toBeGreaterThanOrEqual(300_000);
  expect(clock).toBeLessThan(300_000 + attempt + 75_000);
});
