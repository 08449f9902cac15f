import { expect, it } from 'vitest';
import type { OperationEvent } from '#domain/operation/operation.ts';
import { waitsSince } from './known-everywhere.ts';

const at = '2026-11-26T07:00:00.000Z';
const event = (type: string, data: object, time = '2026-11-26T07:00:09.000Z') =>
  ({ type, data, meta: { time } }) as OperationEvent & { meta: { time: string } };
const started = (attempt: number) => event('OperationStarted', { attempt, worker: 'w' });
const applied = (step: string, time?: string) =>
  event('OperationStepApplied', { attempt: 1, step, target: '6', result: 'unchanged' }, time);
const waits = applied('wait-for-nodes', at);
const delayed = (code: string) => event('OperationDelayed', { attempt: 1, class: 'waiting', problem: { code } });
const waiting = delayed('gateway.not-everywhere');

it.each([
  ['in its next attempt', [started(1), applied('delete key-auth'), waits, waiting, started(2)], true],
  ['after attempts that came too early', [started(1), waits, waiting, started(2), waiting, started(3)], true],
  ['not before it waited', [started(1), applied('delete key-auth')], false],
  ['not after an attempt that ended with its process', [started(1), waits, waiting, started(2), started(3)], false],
  ['not if it ended before it waited', [started(1), waits, started(2)], false],
  [
    'not after an attempt that failed meanwhile',
    [started(1), waits, waiting, started(2), delayed('gateway.busy'), started(3)],
    false,
  ],
])('an operation knows since when it waits for nodes: %s', (_, events, knows) => {
  expect(waitsSince(events)).toBe(knows ? Date.parse(at) : undefined);
});
