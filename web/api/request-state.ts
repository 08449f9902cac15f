import { asProblem } from './problem-error.ts';
import { createReplay } from './replay.ts';

/** What every request of this tab carries. */
let userId: number | undefined;
let newestPosition: string | undefined;
let lost: (error: unknown) => void = () => {};
let logIn: () => Promise<number | undefined> = async () => undefined;

export const setUserId = (id: number | undefined): void => {
  userId = id;
};

/** Registers what happens when the server no longer knows the session, or knows it as somebody else's. */
export const onSessionLost = (listener: (error: unknown) => void): void => {
  lost = listener;
};

/** Registers how a new login is asked for; it answers who logged in, or undefined when it was given up. */
export const onLoginNeeded = (ask: () => Promise<number | undefined>): void => {
  logIn = ask;
};

/** Sends, and once more after a new login of the same user when the session is over. */
export const withReplay = createReplay({
  userId: () => userId,
  isSessionOver: (error) => {
    const { status, code } = asProblem(error);
    // A login would not help a disabled user; another user's session is not over.
    if (code === 'user.disabled' || code === 'user.other-id') lost(error);
    return status === 401 && code !== 'user.disabled';
  },
  logIn: () => logIn(),
  onLost: (error) => lost(error),
});

/** Remembers how far this tab has written, so that its next reads include it. Positions compare as text. */
export const rememberPosition = (position: string): void => {
  if (newestPosition === undefined || position > newestPosition) newestPosition = position;
};

/**
 * Forgets the position when the server says that it never gave it out: its log was restored from a copy, and this tab is
 * older. Answers whether the request may be sent once more.
 */
export const forgetPosition = (error: unknown): boolean => {
  if (asProblem(error).code !== 'position.unknown' || newestPosition === undefined) return false;
  newestPosition = undefined;
  return true;
};

/** `x-portico` is what a form or link of another site can't send (CSRF). */
export const requestHeaders = (): Record<string, string> => ({
  accept: 'application/json, application/problem+json',
  'x-portico': '1',
  ...(userId === undefined ? {} : { 'x-user-id': String(userId) }),
  ...(newestPosition === undefined ? {} : { 'x-min-position': newestPosition }),
});
