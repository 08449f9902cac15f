import { type Command, type Decider, type Decision, fold } from './decider.ts';
import type { Event } from './event.ts';

/**
 * Writes a rule as a specification: `given(decider, [events]).when(command)` returns the decision,
 * `given(decider, [events]).state` the state after the events.
 */
export const given = <State, C extends Command, E extends Event>(
  decider: Decider<State, C, E>,
  events: readonly E[],
) => ({
  state: fold(decider, events),
  when: (command: C): Decision<E> => decider.decide(command, fold(decider, events)),
});
