import type { Command, Decider } from '#domain/core/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import { type Refusal, refuse } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { type EventStore, GuardMovedError, type UsedGuard } from './event-store.ts';
import { loadState } from './load.ts';

/**
 * Returns the guard of a thing that others belong to, such as an organization. Whoever puts something into it passes the
 * guard. Whoever closes or moves it raises the guard.
 */
export const guardOf = ({ noun }: Readonly<{ noun: string }>, id: number | string): string => streamOf(noun, id);

const attempts = 8;

/**
 * Returns the state of a thing that a command puts something into, and the guard that the command passes. The state stays
 * true until the events are appended, or they are not.
 *
 * @throws TypeError when the noun does not say what closes one (`closedBy`): then nobody would raise the guard.
 */
export const enter = async <State, C extends Command, E extends PorticoEvent>(
  { store }: Readonly<{ store: EventStore<PorticoEvent> }>,
  decider: Decider<State, C, E>,
  id: number | string,
): Promise<Readonly<{ state: State; guards: readonly UsedGuard[] }>> => {
  if (!decider.closedBy) throw new TypeError(`nothing closes a ${decider.noun}`);
  const guards = await store.readGuards([guardOf(decider, id)]);
  // After the guard: whoever closes the thing from now on raises it.
  const state = await loadState(store, decider, id);
  return { state, guards: guards.map((guard) => ({ ...guard, isPassed: true })) };
};

/** Repeats an attempt that reads guards and appends, as long as another command raises one of them in between. */
export const whileGuardsMove = async <Done>(attempt: () => Promise<Done>): Promise<Done | Refusal> => {
  for (let count = 1; count <= attempts; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof GuardMovedError)) throw error;
    }
  }
  return refuse('conflict', { code: 'conflict.changed-meanwhile' });
};
