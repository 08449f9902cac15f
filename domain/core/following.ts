import type { Command, Decider } from './decider.ts';
import type { Event } from './event.ts';

/** A command that follows from an event. `name` tells the commands of one event apart. */
export type Following = Readonly<{
  name: string;
  decider: Decider<unknown, Command, Event>;
  id: number;
  command: Command;
}>;

/** Declares a command that follows from an event. The types check that decider and command belong together. */
export const following = <State, C extends Command, E extends Event>(
  name: string,
  decider: Decider<State, C, E>,
  id: number,
  command: C,
): Following => ({ name, decider: decider as unknown as Following['decider'], id, command });
