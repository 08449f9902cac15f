type Conditions = Readonly<{
  /** Who this tab works for now; undefined before the sign-in. */
  userId: () => number | undefined;
  isSessionOver: (error: unknown) => boolean;
  /** One new login. Answers who logged in, or undefined when it was given up. */
  logIn: () => Promise<number | undefined>;
  /** The session is over and no login follows. */
  onLost: (error: unknown) => void;
}>;

/**
 * Runs a request; when it finds the session over, waits for one new login (all requests wait for the same one) and runs
 * it once more: never twice, and never under another user than the one it was made for.
 */
export const createReplay = ({ userId, isSessionOver, logIn, onLost }: Conditions) => {
  let login: Promise<number | undefined> | undefined;
  let finishedLogins = 0;
  let lastUser: number | undefined;

  const logInOnce = (): Promise<number | undefined> => {
    login ??= logIn()
      .catch(() => undefined)
      .then((user) => {
        finishedLogins += 1;
        lastUser = user;
        login = undefined;
        return user;
      });
    return login;
  };

  return async <T>(send: () => Promise<T>): Promise<T> => {
    const user = userId();
    const loginsBefore = finishedLogins;
    try {
      return await send();
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      if (user === undefined) {
        onLost(error);
        throw error;
      }
      // An answer that was under way while somebody else's 401 already led to a login needs no other one.
      const renewed = login || loginsBefore === finishedLogins ? await logInOnce() : lastUser;
      if (renewed === undefined) onLost(error);
      if (renewed !== user) throw error;
      return await send().catch((second: unknown) => {
        if (isSessionOver(second)) onLost(second);
        throw second;
      });
    }
  };
};
