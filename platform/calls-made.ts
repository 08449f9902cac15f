import { AsyncLocalStorage } from 'node:async_hooks';
import { cutText } from './cut-text.ts';

/**
 * A call that was made to another server.
 *
 * @property call   what was asked: `PUT /plugins/<id>`, `createTopic`. Never a query, a body or a name that somebody chose.
 * @property at     when it began, milliseconds since 1970.
 * @property took   milliseconds.
 * @property status of HTTP; undefined where there is none, or nothing was answered.
 * @property failed the code of the failure.
 * @property said   what the server said, where it refused, without any value.
 */
export type CallMade = Readonly<{
  call: string;
  at: number;
  took: number;
  status?: number | undefined;
  failed?: string | undefined;
  said?: string | undefined;
}>;

/** `times`: how often the same was asked and answered in a row. */
export type CallsMade = Readonly<{ calls: readonly (CallMade & Readonly<{ times: number }>)[]; leftOut: number }>;

/** Calls that are kept of a whole work: the first and the newest ones. A gateway that is read whole answers thousands. */
const kept = { first: 100, newest: 100 };
/** Characters. */
const longest = { call: 200, said: 300 };

type Line = Omit<CallMade, 'took'> & { took: number; times: number };
type Kept = { first: Line[]; newest: Line[]; leftOut: number; hasNews: boolean };

const current = new AsyncLocalStorage<Kept>();

const isSame = (one: Line, other: CallMade): boolean =>
  one.call === other.call && one.status === other.status && one.failed === other.failed && one.said === other.said;

/** Keeps a call in mind, for the work in which it was made. Outside of one it does nothing. */
export const noteCall = (made: CallMade): void => {
  const store = current.getStore();
  if (!store) return;
  store.hasNews = true;
  const { first, newest } = store;
  const call: CallMade = {
    ...made,
    call: cutText(made.call, longest.call),
    said: made.said === undefined ? undefined : cutText(made.said, longest.said),
  };
  const last = newest.at(-1) ?? first.at(-1);
  if (last && isSame(last, call)) {
    last.times += 1;
    last.took += call.took;
  } else if (first.length < kept.first) first.push({ ...call, times: 1 });
  else newest.push({ ...call, times: 1 });
  if (newest.length <= kept.newest) return;
  store.leftOut += newest.shift()?.times ?? 0;
};

/**
 * Makes a call, and notes how it ended.
 *
 * @param codeOf returns the code of a failure.
 */
export const noting = async <Answer>(
  call: string,
  make: () => Promise<Answer>,
  codeOf: (error: unknown) => string | undefined,
  answeredBy: (answer: Answer) => Pick<CallMade, 'status' | 'said'> = () => ({}),
): Promise<Answer> => {
  const at = Date.now();
  const from = performance.now();
  const note = (end: Pick<CallMade, 'status' | 'failed' | 'said'>) =>
    noteCall({ call, at, took: Math.round(performance.now() - from), ...end });
  try {
    const answer = await make();
    note(answeredBy(answer));
    return answer;
  } catch (error) {
    note({ failed: codeOf(error) ?? 'unknown' });
    throw error;
  }
};

/** Runs a work whose calls are kept in mind. */
export const keepingCalls = <Result>(work: () => Promise<Result>): Promise<Result> =>
  current.run({ first: [], newest: [], leftOut: 0, hasNews: false }, work);

/** Returns the calls that the work around has made so far. */
export const callsMade = (): CallsMade => {
  const { first, newest, leftOut } = current.getStore() ?? { first: [], newest: [], leftOut: 0 };
  return { calls: [...first, ...newest], leftOut };
};

/** Returns the same, for whoever stores them; undefined where nothing was called since it was last asked. */
export const callsToKeep = (): CallsMade | undefined => {
  const store = current.getStore();
  if (!store?.hasNews) return undefined;
  store.hasNews = false;
  return callsMade();
};
