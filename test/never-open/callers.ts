import { setTimeout as pause } from 'node:timers/promises';
import '../runner/chance.ts';
import { startLimit } from '../runner/limit.ts';
import { call, type Seen } from './call.ts';

/**
 * Somebody who calls all the time.
 *
 * @property may  whether any of the calls may reach the upstream; else each that does is open.
 * @property arrives where calls may come to, before and after; anything else is a wrong path.
 * @property whole what calls get before and after: one that gets neither got a mixture, or met a gap.
 * @property then what is true of every call that begins after Completed.
 */
export type Caller = Readonly<{
  who: string;
  url: string;
  method?: 'GET' | 'POST' | 'OPTIONS';
  headers?: Readonly<Record<string, string>>;
  may: boolean | ((seen: Seen) => boolean);
  arrives: readonly string[];
  whole?: readonly ((seen: Seen) => boolean)[];
  then: (seen: Seen) => boolean;
}>;

/** How many calls went wrong, in the five ways there are, with an example of each. */
export type Counts = Readonly<{
  calls: number;
  open: number;
  astray: number;
  broken: number;
  mixed: number;
  old: number;
  examples: readonly string[];
}>;

const judge = ({ may, arrives, whole, then }: Caller, seen: Seen, completedAt: number) => {
  const open = seen.arrived !== undefined && !(typeof may === 'boolean' ? may : may(seen));
  return {
    open,
    astray: seen.arrived !== undefined && !open && !arrives.includes(seen.arrived),
    broken: seen.status >= 500,
    mixed: whole?.every((isIt) => !isIt(seen)) === true,
    old: seen.startedAt > completedAt && !then(seen),
  };
};

/**
 * Lets everybody call, one call after the other and `between` milliseconds in between, until `stop`.
 * From `completed` on only the new counts.
 */
export const letCall = (callers: readonly Caller[], between = 30) => {
  const calls: { caller: Caller; seen: Seen }[] = [];
  let completedAt = Number.POSITIVE_INFINITY;
  let going = true;
  const loops = callers.map(async (caller) => {
    while (going) {
      const seen = await call(caller.url, caller.headers, caller.method);
      if (seen) calls.push({ caller, seen });
      await pause(between);
    }
  });
  return {
    /**
     * Returns after `lookOn` milliseconds: as long as something old could still be in force somewhere. On a busy machine
     * it waits until enough calls were made, 500 units at most.
     *
     * @param at when it was completed.
     */
    completed: async (at: number, lookOn: number): Promise<void> => {
      completedAt = at;
      await pause(lookOn);
      const isOver = startLimit(500);
      while (calls.length <= callers.length * 5 && !(await isOver())) await pause(between);
    },
    stop: async (): Promise<Counts> => {
      going = false;
      await Promise.all(loops);
      const counts = { calls: calls.length, open: 0, astray: 0, broken: 0, mixed: 0, old: 0 };
      const examples = new Map<string, string>();
      for (const { caller, seen } of calls) {
        for (const [wrong, is] of Object.entries(judge(caller, seen, completedAt)) as [keyof Counts, boolean][]) {
          if (!is || wrong === 'examples') continue;
          counts[wrong] += 1;
          const after = Math.round(seen.startedAt - completedAt);
          const when = after > 0 ? `${after} ms after Completed` : 'before Completed';
          examples.set(
            `${wrong} ${caller.who}`,
            `${wrong}: ${caller.who} ${seen.status} ${seen.arrived ?? ''} ${when}`,
          );
        }
      }
      return { ...counts, examples: [...examples.values()] };
    },
  };
};
