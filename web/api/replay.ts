type Conditions = Readonly<{
  /** The id of this tab's user. Undefined before the login. */
  userId: () => number | undefined;
  isSessionOver: (error: unknown) => boolean;
  /** Starts a new login. Returns the id of the user who logged in, or undefined if the user cancelled. */
  logIn: () => Promise<number | undefined>;
  /** Called when the session is over and no login follows. */
  onLost: (error: unknown) => void;
}>;

/**
 * Runs a request. If the session is over, it waits for one new login, which all requests share, and runs the request
 * once more. It never runs a request more than twice, and never for another user than the one who made it.
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
      // This request was on its way while another request's 401 already led to a login. It needs no login of its own.
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
