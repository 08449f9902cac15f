import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LoginEnvironment, logInByPopup, popup, signInUrl } from './log-in.ts';

const window = { closed: false, close: vi.fn() };
const askSession = vi.fn<LoginEnvironment['askSession']>();
const open = vi.fn<LoginEnvironment['open']>();
let say: (result: { error?: string }) => void;

const environment: LoginEnvironment = {
  open,
  askSession,
  onResult: (listener) => {
    say = listener;
    return () => {
      say = () => {};
    };
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  window.closed = false;
  window.close.mockReset();
  open.mockReset().mockReturnValue(window);
  askSession.mockReset().mockResolvedValue(undefined);
});
afterEach(() => vi.useRealTimers());

it('opens a window of 600 by 700 pixels, and reports when the browser blocks it', () => {
  open.mockReturnValue(null);
  expect(logInByPopup(environment)).toBeUndefined();
  expect(open.mock.calls[0]?.[1]).toEqual({ width: 600, height: 700 });
  expect(open.mock.calls[0]?.[0]).toContain('popup=1');
  expect(signInUrl('/wall?a=1')).toBe('/auth/login?returnTo=%2Fwall%3Fa%3D1');
});

it('has the provider ask again where a fresh login is needed, and takes no older session for it', async () => {
  const result = logInByPopup(environment, 'fresh');
  expect(open.mock.calls[0]?.[0]).toMatch(/^\/auth\/login\?.*popup=1.*&fresh=1$/);
  expect(signInUrl('/wall', 'fresh')).toBe('/auth/login?returnTo=%2Fwall&fresh=1');
  askSession.mockImplementation(async (need) => (need === 'fresh' ? undefined : 7));
  window.closed = true;
  await vi.advanceTimersByTimeAsync(3 * popup.pollInterval);
  expect(await result).toEqual({ kind: 'closed' });
});

it('ends when the callback page reports success', async () => {
  const result = logInByPopup(environment);
  askSession.mockResolvedValue(7);
  say({});
  expect(await result).toEqual({ kind: 'signed-in', userId: 7 });
  expect(window.close).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('reports why the provider or the portal refused', async () => {
  const result = logInByPopup(environment);
  say({ error: 'user.disabled' });
  expect(await result).toEqual({ kind: 'failed', code: 'user.disabled' });
});

it('checks every 1000 ms whether the window is closed', async () => {
  const result = logInByPopup(environment);
  await vi.advanceTimersByTimeAsync(5 * popup.pollInterval);
  expect(askSession).not.toHaveBeenCalled();
  window.closed = true;
  await vi.advanceTimersByTimeAsync(popup.pollInterval - 1);
  expect(askSession).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(askSession).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * popup.pollInterval);
  expect(await result).toEqual({ kind: 'closed' });
});

it('trusts the session, not the window: a window that the provider cut off also reads as closed', async () => {
  const result = logInByPopup(environment);
  window.closed = true;
  await vi.advanceTimersByTimeAsync(popup.pollInterval);
  askSession.mockResolvedValue(7);
  await vi.advanceTimersByTimeAsync(popup.pollInterval);
  expect(await result).toEqual({ kind: 'signed-in', userId: 7 });
});

it('closes the window after 120000 ms', async () => {
  const result = logInByPopup(environment);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(window.close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(window.close).toHaveBeenCalledTimes(1);
  expect(await result).toEqual({ kind: 'closed' });
  expect(vi.getTimerCount()).toBe(0);
});
