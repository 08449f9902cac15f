/** What every request of this tab carries. */
let userId: number | undefined;
let newestPosition: string | undefined;
let signedOut: () => void = () => {};

export const setUserId = (id: number | undefined): void => {
  userId = id;
};

/** Registers what happens when the server no longer knows the session. */
export const onSignedOut = (listener: () => void): void => {
  signedOut = listener;
};

export const reportSignedOut = (): void => signedOut();

/** Remembers how far this tab has written, so that its next reads include it. Positions compare as text. */
export const rememberPosition = (position: string): void => {
  if (newestPosition === undefined || position > newestPosition) newestPosition = position;
};

/** `x-portico` is what a form or link of another site can't send (CSRF). */
export const requestHeaders = (): Record<string, string> => ({
  accept: 'application/json, application/problem+json',
  'x-portico': '1',
  ...(userId === undefined ? {} : { 'x-user-id': String(userId) }),
  ...(newestPosition === undefined ? {} : { 'x-min-position': newestPosition }),
});
