import { type Command, type Decider, fold } from '#domain/core/decider.ts';
import type { Event } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { beginning, type EventStore, type Position, type RecordedEvent } from './event-store.ts';

/** The current state of a noun, its events, and the end of its stream. Without a stream: version 0, at the beginning. */
export type Loaded<State, E extends Event = Event> = Readonly<{
  state: State;
  events: readonly RecordedEvent<E>[];
  version: number;
  position: Position;
}>;

/**
 * Returns the state of one stream.
 *
 * @throws UnavailableError, UnreadableEventError
 */
export const load = async <State, C extends Command, E extends All, All extends Event>(
  store: Pick<EventStore<All>, 'read'>,
  decider: Decider<State, C, E>,
  id: number | string,
): Promise<Loaded<State, E>> => {
  const recorded = await store.read<E>(streamOf(decider.noun, id));
  const last = recorded.at(-1);
  return {
    state: fold(decider, recorded),
    events: recorded,
    version: last?.version ?? 0,
    position: last?.position ?? beginning,
  };
};

/** Returns only the state of one stream. */
export const loadState = async <State, C extends Command, E extends All, All extends Event>(
  store: Pick<EventStore<All>, 'read'>,
  decider: Decider<State, C, E>,
  id: number | string,
): Promise<State> => (await load(store, decider, id)).state;
