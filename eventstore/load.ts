import { type Command, type Decider, fold } from '#domain/core/decider.ts';
import type { Event } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { beginning, type EventStore, type Position } from './event-store.ts';

/** What a noun's instance is at this moment, and where its stream ends: version 0 at the beginning when there is none. */
export type Loaded<State> = Readonly<{ state: State; version: number; position: Position }>;

/**
 * One instance from its stream.
 *
 * @throws UnavailableError, UnreadableEventError
 */
export const load = async <State, C extends Command, E extends Event>(
  store: Pick<EventStore, 'read'>,
  decider: Decider<State, C, E>,
  id: number | string,
): Promise<Loaded<State>> => {
  const recorded = await store.read(streamOf(decider.noun, id));
  const last = recorded.at(-1);
  return {
    // The codec gives every event as its schema says; E is the union of the noun's schemas.
    state: fold(decider, recorded as unknown as readonly E[]),
    version: last?.version ?? 0,
    position: last?.position ?? beginning,
  };
};

/** What one instance is at this moment: all that a reader wants of it. */
export const loadState = async <State, C extends Command, E extends Event>(
  store: Pick<EventStore, 'read'>,
  decider: Decider<State, C, E>,
  id: number | string,
): Promise<State> => (await load(store, decider, id)).state;
