import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import type { ClockEvent, ClockStep } from './clock.ts';
import { clockDecider } from './decider.ts';
import { stepAt } from './step-at.ts';

const since = '2026-12-01T08:00:00.000Z';
const clocked = { kind: 'access', key: '12', since, dueAt: '2026-12-04T08:00:00.000Z' } as const;
const reminded = (step: 'half' | 'day'): ClockEvent => ({ type: 'DecisionReminded', data: { ...clocked, step } });
const overdueData = { ...clocked, about: 'Orders', told: [{ userId: 7, as: 'portal-administrators' }] } as const;
const overdue: ClockEvent = { type: 'DecisionOverdue', data: { ...overdueData, told: [...overdueData.told] } };

it.each<[what: string, before: ClockEvent[], step: ClockStep, news: ClockEvent[]]>([
  ['half of the time is told of', [], 'half', [reminded('half')]],
  ['once', [reminded('half')], 'half', []],
  ['a day before the end', [reminded('half')], 'day', [reminded('day')]],
  ['also without the first', [], 'day', [reminded('day')]],
  ['not the first after the second', [reminded('day')], 'half', []],
  ['the end', [reminded('half'), reminded('day')], 'over', [overdue]],
  ['the end alone, when nobody looked before', [], 'over', [overdue]],
  ['the end once', [overdue], 'over', []],
  ['no reminder after the end', [overdue], 'day', []],
])('%s', (_what, before, step, news) => {
  const data = { ...overdueData, told: [...overdueData.told], step };
  expect(given(clockDecider, before).when({ type: 'ReportClock', data })).toEqual(news);
});

it('begins anew for what waits again', () => {
  const data = { ...overdueData, told: [], since: '2026-12-09T08:00:00.000Z', step: 'half' } as const;
  expect(given(clockDecider, [overdue]).when({ type: 'ReportClock', data: { ...data, told: [] } })).toHaveLength(1);
});

it.each<[days: number, hours: number, step: ClockStep | undefined]>([
  [1, 11.9, undefined],
  [1, 12, 'half'],
  [1, 23.9, 'half'],
  [1, 24, 'over'],
  // Of two days, the middle is the day before the end.
  [2, 23.9, undefined],
  [2, 24, 'half'],
  [2, 47.9, 'half'],
  [2, 48, 'over'],
  [3, 36, 'half'],
  [3, 47.9, 'half'],
  [3, 48, 'day'],
  [3, 71.9, 'day'],
  [3, 72, 'over'],
  [5, 60, 'half'],
  [5, 96, 'day'],
  [5, 120, 'over'],
  [365, 24 * 182.5, 'half'],
  [365, 24 * 364, 'day'],
])('of %d days, after %d hours: %s', (days, hours, step) => {
  const start = new Date(since);
  expect(stepAt(start, days, new Date(start.getTime() + hours * 3_600_000))).toBe(step);
});
