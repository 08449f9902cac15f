import type { Event } from './event.ts';
import type { Refusal } from './problem.ts';

/** An intention. Time, ids and random values are part of its data, so that `decide` is pure. */
export type Command<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Readonly<Data> }>;

/** The events to append (none when nothing changes), or a refusal. */
export type Decision<E extends Event> = readonly E[] | Refusal;

/**
 * The rules of one noun. Instance 12 of noun `api` has the stream `api-12`.
 * `evolve` never throws and ignores unknown events.
 *
 * @property closedBy the events after which nothing may come into the thing. Whoever writes one raises the thing's guard
 *   (docs/decisions/0046-guards.md). Absent: nothing has to ask whether it is open.
 */
export type Decider<State, C extends Command, E extends Event> = Readonly<{
  noun: string;
  initialState: State;
  closedBy?: readonly E['type'][];
  decide: (command: C, state: State) => Decision<E>;
  evolve: (state: State, event: E) => State;
}>;

export const fold = <State, C extends Command, E extends Event>(
  decider: Decider<State, C, E>,
  events: readonly E[],
): State => events.reduce(decider.evolve, decider.initialState);
