// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDisabled } from './watch-disabled.ts';

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('A7: a tab that is shown checks within five seconds, until it is ended', () => {
  const check = vi.fn();
  const end = watchDisabled(check);
  vi.advanceTimersByTime(5_000);
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(check).toHaveBeenCalledTimes(2);
  end();
  vi.advanceTimersByTime(60_000);
  show('visible');
  expect(check).toHaveBeenCalledTimes(2);
});

it('a hidden tab checks nothing, and checks at once when it is shown again', () => {
  const check = vi.fn();
  const end = watchDisabled(check);
  show('hidden');
  vi.advanceTimersByTime(60_000);
  expect(check).not.toHaveBeenCalled();
  show('visible');
  expect(check).toHaveBeenCalledTimes(1);
  end();
});
