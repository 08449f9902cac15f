import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idleAfter, secondsLeft, warningFor, watchIdle } from './idle.ts';

/** Stands for the storage that all tabs of a browser share. */
let shared: number | undefined;

const openTab = () => {
  const seen: (number | undefined)[] = [];
  const onOver = vi.fn();
  const watch = watchIdle({
    now: Date.now,
    read: () => shared,
    write: (time) => {
      shared = time;
    },
    onChange: (left) => seen.push(left),
    onOver,
  });
  return { ...watch, seen, onOver };
};

beforeEach(() => {
  shared = undefined;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('warns after 840 seconds, counts down 60 seconds, then ends', () => {
  expect([839_999, 840_000, 840_001, 899_000, 899_999, 900_000, 2_000_000].map((idle) => secondsLeft(0, idle))).toEqual(
    [undefined, 60, 60, 1, 1, 0, 0],
  );
});

it('A7: signs out once, after 900 seconds without activity', () => {
  const tab = openTab();
  vi.advanceTimersByTime(idleAfter - 1);
  expect(tab.seen).toEqual([]);
  vi.advanceTimersByTime(warningFor);
  expect(tab.seen.slice(0, 3)).toEqual([60, 59, 58]);
  expect(tab.onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(tab.seen.at(-1)).toBe(0);
  expect(tab.onOver).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('counts activity in one tab for all', () => {
  const [one, two] = [openTab(), openTab()];
  vi.advanceTimersByTime(idleAfter - 5_000);
  one.activity();
  vi.advanceTimersByTime(idleAfter - 1_000);
  expect([one.seen, two.seen]).toEqual([[], []]);
  vi.advanceTimersByTime(1_000);
  expect([one.seen, two.seen]).toEqual([[60], [60]]);
});

it('closes the warning in every tab when somebody is active in one', () => {
  const [one, two] = [openTab(), openTab()];
  vi.advanceTimersByTime(idleAfter + 10_000);
  expect(two.seen.at(-1)).toBe(50);
  one.activity();
  expect(one.seen.at(-1)).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(two.seen.at(-1)).toBeUndefined();
  vi.advanceTimersByTime(warningFor);
  expect([one.onOver, two.onOver].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it('ends in every tab at the same time', () => {
  const tabs = [openTab(), openTab(), openTab()];
  vi.advanceTimersByTime(idleAfter + warningFor);
  expect(tabs.map(({ onOver }) => onOver.mock.calls.length)).toEqual([1, 1, 1]);
});

it('ends if a machine slept too long, even if a key woke it up', () => {
  const tab = openTab();
  vi.setSystemTime(Date.now() + idleAfter + warningFor + 1);
  tab.activity();
  expect(tab.onOver).toHaveBeenCalledTimes(1);
});

it('works in one tab if the storage is blocked', () => {
  const onOver = vi.fn();
  const watch = watchIdle({ now: Date.now, read: () => undefined, write: () => {}, onChange: () => {}, onOver });
  vi.advanceTimersByTime(idleAfter - 1_000);
  watch.activity();
  vi.advanceTimersByTime(idleAfter + warningFor - 1_000);
  expect(onOver).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(onOver).toHaveBeenCalledTimes(1);
});
