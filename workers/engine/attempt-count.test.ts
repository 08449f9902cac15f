import { expect, it } from 'vitest';
import type { OperationEvent } from '#domain/operation/operation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { resources } from '../resources.ts';
import { countAttempts } from './attempt-count.ts';

const time = '2026-11-25T12:00:00.000Z';
const event = (type: OperationEvent['type'], data: object = {}) =>
  ({ type, data, meta: { time } }) as unknown as RecordedEvent<OperationEvent>;
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
