import type { Command, Decider } from '#domain/core/decider.ts';
import type { Event, EventMeta } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal, type Refusal, refuse } from '#domain/core/problem.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { beginning, type EventStore, type Outcome, type Position, VersionConflictError } from './event-store.ts';
import { load } from './load.ts';

/**
 * @property id        which instance of the decider's noun; the stream is `<noun>-<id>`.
 * @property isNew     whether the id was taken from its sequence just now: its stream is empty, so it is not read before the first
 *                     append.
 * @property request   what was asked, e.g. method, path and body: a command id with another request is an error.
 * @property authorize is asked with the state that the decision is made on, so that nothing changes in between.
 * @property outcome   what the answer carries besides the version (ids, never secrets); kept with the command.
 * @property eventId   of the event at an index; derived from the command id unless given.
 */
export type Execution<State, C extends Command, E extends Event> = Readonly<{
  store: EventStore;
  decider: Decider<State, C, E>;
  id: number | string;
  isNew?: boolean;
  command: C;
  meta: EventMeta;
  request?: string;
  authorize?: (state: State) => Refusal | undefined;
  outcome?: Outcome | ((events: readonly E[], state: State) => Outcome);
  eventId?: (index: number) => string;
}>;

/** `repeated`: the command had been carried out before; version, position and outcome are the first answer, `events` is empty. */
export type Executed<E extends Event> = Readonly<{
  version: number;
  position: Position;
  outcome: Outcome;
  events: readonly E[];
  repeated: boolean;
}>;

const attempts = 3;

/** How a request stands beside its command id: with the actor in it, nobody gets the answer of another person's command. */
export const askedBy = (userId: number, request: string): string => `${userId} ${request}`;

/**
 * Carries out one command: reads the stream, decides, appends. Two round trips to Postgres. When somebody else
 * was faster it reads and decides again, three times in all, then refuses with `conflict.changed-meanwhile`.
 * A command that changes nothing answers with the current version.
 *
 * @throws ReusedCommandError, UnavailableError, InvalidEventError
 */
export const execute = async <State, C extends Command, E extends Event>({
  store,
  decider,
  id,
  isNew = false,
  command,
  meta,
  request,
  authorize,
  outcome = {},
  eventId = (index) => uuidV5(porticoNamespace, `event/${meta.commandId}/${index}`),
}: Execution<State, C, E>): Promise<Executed<E> | Refusal> => {
  const asked = askedBy(meta.actor.userId, request ?? `${decider.noun} ${command.type}`);

  // A repeated command meets the state that it made itself and may be refused there: its first answer counts.
  const before = async (): Promise<Executed<E> | undefined> => {
    const known = await store.findCommand(meta.commandId, asked);
    return known && { ...known, events: [] };
  };

  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { state, version, position } =
      isNew && attempt === 1
        ? { state: decider.initialState, version: 0, position: beginning }
        : await load(store, decider, id);
    const decision = authorize?.(state) ?? decider.decide(command, state);
    if (isRefusal(decision)) return (await before()) ?? decision;
    const response = typeof outcome === 'function' ? outcome(decision, state) : outcome;
    if (decision.length === 0) {
      return (await before()) ?? { version, position, outcome: response, events: [], repeated: false };
    }
    try {
      const appended = await store.append({
        stream: streamOf(decider.noun, id),
        expectedVersion: version,
        events: decision.map((event, index) => ({ ...event, id: eventId(index) })),
        meta,
        outcome: response,
        request: asked,
      });
      return { ...appended, events: appended.repeated ? [] : decision };
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
  return refuse('conflict', { code: 'conflict.changed-meanwhile' });
};
