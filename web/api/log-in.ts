import type { LoginNeed } from './replay.ts';

/** Size of the login window in pixels, and its times in milliseconds. */
export const popup = { width: 600, height: 700, lifetime: 120_000, pollInterval: 1_000 } as const;

/**
 * How many checks in a row must find the window closed. A window that the identity provider cut off from this page also
 * reads as closed, just before it returns to the portal.
 */
const closedPolls = 3;

/** Has the identity provider ask again who it is, where that is needed. */
const withNeed = (address: string, need: LoginNeed): string => (need === 'fresh' ? `${address}&fresh=1` : address);

/** Returns the address where the login begins. It leads back to `returnTo`, a path of this app. */
export const signInUrl = (returnTo: string, need: LoginNeed = 'session'): string =>
  withNeed(`/auth/login?${new URLSearchParams({ returnTo })}`, need);

const popupUrl = (need: LoginNeed): string =>
  withNeed(`/auth/login?${new URLSearchParams({ returnTo: '/auth-callback', popup: '1' })}`, need);

export type LoginResult =
  | Readonly<{ kind: 'signed-in'; userId: number }>
  | Readonly<{ kind: 'failed'; code: string }>
  | Readonly<{ kind: 'closed' }>;

type Window = { readonly closed: boolean; close: () => void };

export type LoginEnvironment = Readonly<{
  /** Calls `window.open`. Returns null if the browser blocks it. */
  open: (url: string, size: { width: number; height: number }) => Window | null;
  /** Returns the user id of the session cookie. Undefined if that session is not what is needed. */
  askSession: (need: LoginNeed) => Promise<number | undefined>;
  /**
   * Calls the listener with the result from the callback page in the other window. Returns a function that removes the
   * listener.
   */
  onResult: (listener: (result: { error?: string | undefined }) => void) => () => void;
}>;

/**
 * Logs in through a separate window. Returns undefined if the browser blocks it: the whole page has to go to the login
 * then.
 */
export const logInByPopup = (
  { open, askSession, onResult }: LoginEnvironment,
  need: LoginNeed = 'session',
): Promise<LoginResult> | undefined => {
  const login = open(popupUrl(need), { width: popup.width, height: popup.height });
  if (!login) return undefined;
  return new Promise((resolve) => {
    let polls = 0;
    let isAsking = false;
    const finish = (result: LoginResult) => {
      clearInterval(poll);
      clearTimeout(deadline);
      stop();
      if (!login.closed) login.close();
      resolve(result);
    };
    const ask = async (isLast: boolean) => {
      if (isAsking && !isLast) return;
      isAsking = true;
      const userId = await askSession(need).catch(() => undefined);
      isAsking = false;
      if (userId !== undefined) finish({ kind: 'signed-in', userId });
      else if (isLast) finish({ kind: 'closed' });
    };
    const stop = onResult(({ error }) =>
      error === undefined ? void ask(false) : finish({ kind: 'failed', code: error }),
    );
    const poll = setInterval(() => {
      if (!login.closed) return;
      polls += 1;
      void ask(polls >= closedPolls);
    }, popup.pollInterval);
    const deadline = setTimeout(() => void ask(true), popup.lifetime);
  });
};
