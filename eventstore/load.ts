import { type Command, type Decider, fold } from '#domain/core/decider.ts';
import type { Event } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { beginning, type EventStore, type Position } from './event-store.ts';

/** The current state of a noun, and the end of its stream. Without a stream: version 0, at the beginning. */
export type Loaded<State> = Readonly<{ state: State; version: number; position: Position }>;

/**
 * Returns the state of one stream.
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
    // The codec checks each event against its schema, and E is the union of the noun's schemas.
    state: fold(decider, recorded as unknown as readonly E[]),
    version: last?.version ?? 0,
    position: last?.position ?? beginning,
  };
};

/** Returns only the state of one stream. */
export const loadState = async <State, C extends Command, E extends Event>(
  store: Pick<EventStore, 'read'>,
  decider: Decider<State, C, E>,
  id: number | string,
): Promise<State> => (await load(store, decider, id)).state;
