import { asProblem } from './problem-error.ts';
import { createReplay, type LoginNeed } from './replay.ts';

/** Sent with every request of this tab. */
let userId: number | undefined;
let newestPosition: string | undefined;
let lost: (error: unknown) => void = () => {};
let logIn: (need: LoginNeed) => Promise<number | undefined> = async () => undefined;

export const setUserId = (id: number | undefined): void => {
  userId = id;
};

/** Registers a listener for a lost session: the server does not know it any more, or knows it as another user's. */
export const onSessionLost = (listener: (error: unknown) => void): void => {
  lost = listener;
};

/**
 * Registers the function that asks for a new login. It returns the id of the user who logged in, or undefined if the
 * user cancelled.
 */
export const onLoginNeeded = (ask: typeof logIn): void => {
  logIn = ask;
};

/** Sends a request. If the session is over, or too old for it, sends it once more after a new login of the same user. */
export const withReplay = createReplay({
  userId: () => userId,
  needOf: (error) => {
    const { status, code } = asProblem(error);
    // A login would not help a disabled user, and another user's session is not over.
    if (code === 'user.disabled' || code === 'user.other-id') lost(error);
    if (status !== 401 || code === 'user.disabled') return undefined;
    return code === 'sign-in.not-fresh' ? 'fresh' : 'session';
  },
  logIn: (need) => logIn(need),
  onLost: (error) => lost(error),
});

/**
 * Remembers the newest position of this tab's own writes, so that its next reads include them. Positions compare as
 * text.
 */
export const rememberPosition = (position: string): void => {
  if (newestPosition === undefined || position > newestPosition) newestPosition = position;
};

/**
 * Forgets the position if the server does not know it: its log was restored from a copy, and this tab is older. Returns
 * whether the request may be sent once more.
 */
export const forgetPosition = (error: unknown): boolean => {
  if (asProblem(error).code !== 'position.unknown' || newestPosition === undefined) return false;
  newestPosition = undefined;
  return true;
};

/**
 * Returns the headers of every request. A form or link of another site can't send `x-portico`, which protects against
 * CSRF.
 */
export const requestHeaders = (): Record<string, string> => ({
  accept: 'application/json, application/problem+json',
  'x-portico': '1',
  ...(userId === undefined ? {} : { 'x-user-id': String(userId) }),
  ...(newestPosition === undefined ? {} : { 'x-min-position': newestPosition }),
});
