// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { reloadWhenOutdated } from './outdated-build.ts';

const reload = vi.fn();
const now = vi.fn(() => 1_000_000);
beforeAll(() => {
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(performance, 'now').mockImplementation(now);
  reloadWhenOutdated();
});
beforeEach(() => {
  now.mockReturnValue(now() + 60_000);
});
afterEach(() => {
  reload.mockClear();
  sessionStorage.clear();
});

/** Returns whether it was told that somebody takes care of it. */
const losePart = () => !dispatchEvent(new Event('vite:preloadError', { cancelable: true }));

it('reloads the page once when a part of it is missing', () => {
  expect(losePart()).toBe(true);
  expect(losePart()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('lets somebody go who leaves while a part is loaded', () => {
  dispatchEvent(new Event('beforeunload'));
  expect(losePart()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('reloads the page of somebody who stayed', () => {
  dispatchEvent(new Event('beforeunload'));
  now.mockReturnValue(now() + 60_000);
  expect(losePart()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
