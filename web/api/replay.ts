/** A login that a call needs: to a session, or to one in which the person has just proved who they are. */
export type LoginNeed = 'session' | 'fresh';

type Conditions = Readonly<{
  /** The id of this tab's user. Undefined before the login. */
  userId: () => number | undefined;
  /** Returns which login a refused request needs. Undefined if none would help. */
  needOf: (error: unknown) => LoginNeed | undefined;
  /** Starts a new login. Returns the id of the user who logged in, or undefined if the user cancelled. */
  logIn: (need: LoginNeed) => Promise<number | undefined>;
  /** Called when the session is over and no login follows. */
  onLost: (error: unknown) => void;
}>;

/**
 * Runs a request. If it needs a login, it waits for one, which all such requests share, and runs the request once more. It asks at
 * most once for each of the two logins, and never runs a request for another user than the one who made it.
 */
export const createReplay = ({ userId, needOf, logIn, onLost }: Conditions) => {
  const running: { [Need in LoginNeed]?: Promise<number | undefined> } = {};
  const finished = { session: 0, fresh: 0 };
  let lastUser: number | undefined;

  const logInOnce = (need: LoginNeed): Promise<number | undefined> => {
    // One window at a time.
    const before = need === 'fresh' ? running.session : undefined;
    running[need] ??= Promise.resolve(before)
      .then(() => logIn(need))
      .catch(() => undefined)
      .then((user) => {
        finished[need] += 1;
        lastUser = user;
        delete running[need];
        return user;
      });
    return running[need];
  };

  const finishedFor = (need: LoginNeed): number => finished.fresh + (need === 'session' ? finished.session : 0);

  const renew = async (need: LoginNeed, finishedBefore: number): Promise<number | undefined> => {
    if (running.fresh) {
      // A fresh login also is one to a session. Who cancels it has not been asked for a session yet.
      const fresh = await running.fresh;
      return fresh === undefined && need === 'session' ? await logInOnce(need) : fresh;
    }
    if (running[need]) return await running[need];
    // This request was on its way while another request's 401 already led to a login. It needs no login of its own.
    return finishedFor(need) === finishedBefore ? await logInOnce(need) : lastUser;
  };

  return async <T>(send: () => Promise<T>): Promise<T> => {
    const user = userId();
    const asked = new Set<LoginNeed>();
    for (;;) {
      const before = { session: finishedFor('session'), fresh: finishedFor('fresh') };
      try {
        return await send();
      } catch (error) {
        const need = needOf(error);
        if (!need) throw error;
        const lose = () => need === 'session' && onLost(error);
        if (user === undefined || asked.has(need)) {
          lose();
          throw error;
        }
        asked.add(need);
        const renewed = await renew(need, before[need]);
        if (renewed === undefined) lose();
        if (renewed !== user) throw error;
      }
    }
  };
};
