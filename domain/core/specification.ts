import { type Command, type Decider, type Decision, fold } from './decider.ts';
import type { Event } from './event.ts';

/**
 * Reads as a specification: `given(decider, [events]).when(command)` is the decision to compare.
 * `given(decider, [events]).state` is what the events made.
 */
export const given = <State, C extends Command, E extends Event>(
  decider: Decider<State, C, E>,
  events: readonly E[],
) => ({
  state: fold(decider, events),
  when: (command: C): Decision<E> => decider.decide(command, fold(decider, events)),
});
