// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDisabled } from './watch-disabled.ts';

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

/** A clock that always ticks, as that of a worker does. */
const start = (onTick: () => void, interval: number) => {
  const timer = setInterval(onTick, interval);
  return () => clearInterval(timer);
};

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each(['visible', 'hidden'] as const)('A7: a %s tab checks within five seconds, until it is ended', (state) => {
  const check = vi.fn();
  show(state);
  const end = watchDisabled(check, start);
  vi.advanceTimersByTime(5_000);
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(check).toHaveBeenCalledTimes(2);
  end();
  vi.advanceTimersByTime(60_000);
  show('visible');
  expect(check).toHaveBeenCalledTimes(2);
});

it('checks at once when the tab is shown', () => {
  const check = vi.fn();
  const end = watchDisabled(check, start);
  show('hidden');
  expect(check).not.toHaveBeenCalled();
  show('visible');
  expect(check).toHaveBeenCalledTimes(1);
  end();
});

it('five tabs check as often as one, and the others go on when one is closed', () => {
  const check = vi.fn();
  const ends = Array.from({ length: 5 }, () => {
    vi.advanceTimersByTime(700);
    return watchDisabled(check, start);
  });
  check.mockClear();
  vi.advanceTimersByTime(60_000);
  expect(check.mock.calls.length).toBeGreaterThanOrEqual(13);
  expect(check.mock.calls.length).toBeLessThanOrEqual(17);
  ends[0]?.();
  check.mockClear();
  vi.advanceTimersByTime(60_000);
  expect(check.mock.calls.length).toBeGreaterThanOrEqual(13);
  for (const end of ends) end();
});

it("continues if the machine's clock is set back", () => {
  localStorage.setItem('apim-checked', String(Date.now() + 3_600_000));
  const check = vi.fn();
  const end = watchDisabled(check, start);
  vi.advanceTimersByTime(5_000);
  expect(check).toHaveBeenCalledTimes(1);
  end();
});
