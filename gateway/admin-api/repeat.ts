import { setTimeout as pause } from 'node:timers/promises';

/**
 * How a call is repeated that failed in passing: an error of the gateway's own, or no response.
 *
 * @property tries    how often it is made at most.
 * @property first    milliseconds before the second try. Each further pause is twice as long, more or less by a quarter.
 * @property patience milliseconds from the first try, after which no other begins.
 */
export type Repeats = Readonly<{ tries: number; first: number; patience: number }>;

/**
 * With 30 of 100 calls failing, one of 400 fails five times. A gateway that refuses connections is known to be away
 * after 2 s; one that never responds, after two calls.
 */
export const defaultRepeats: Repeats = { tries: 5, first: 100, patience: 6_000 };

/** For a call that finds out whether a gateway is there: its first answer counts. */
export const once: Repeats = { ...defaultRepeats, tries: 1 };

const jittered = (milliseconds: number): number => milliseconds * (0.75 + Math.random() / 2);

/**
 * Makes a call until it succeeds, or fails for good.
 *
 * @param isPassing returns whether an error may be gone in a moment.
 * @param before    is called before each repetition, and may refuse it by throwing.
 * @throws the last error of `call`, or the error of `before`.
 */
export const repeated = async <Result>(
  { tries, first, patience }: Repeats,
  call: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
  before: () => Promise<void>,
): Promise<Result> => {
  const end = performance.now() + patience;
  for (let again = 0; ; again += 1) {
    try {
      return await call();
    } catch (error) {
      if (again + 1 >= tries || !isPassing(error)) throw error;
      await pause(jittered(first * 2 ** again));
      if (performance.now() > end) throw error;
      await before();
    }
  }
};
