import type { Command, Decider } from '#domain/core/decider.ts';
import type { Event, EventMeta } from '#domain/core/event.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal, type Refusal, refuse } from '#domain/core/problem.ts';
import { inSpan } from '#platform/spans/span.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import {
  beginning,
  type EventStore,
  type Guard,
  GuardMovedError,
  type Outcome,
  type Position,
  type RecordedEvent,
  UnavailableError,
  type UsedGuard,
  VersionConflictError,
} from './event-store.ts';
import { failedAppends } from './failed-appends.ts';
import { load } from './load.ts';

/**
 * @property id        the id of the decider's noun; the stream is `<noun>-<id>`.
 * @property isNew     whether the id was taken from its sequence just now. Its stream is empty then, and is not read before
 *   the first append.
 * @property request   a text of the request, e.g. method, path and body. A known command id with another request is an
 *   error.
 * @property authorize is called with the state of the decision, so that nothing changes in between.
 * @property review    looks at the events of the decision before they would be followed by others. Not called for a
 *   command that changes nothing.
 * @property requires  looks at the events of the stream before anything is decided, and again with the command's events, also where it
 *   changes nothing.
 * @property guards    what the command's facts were read under. They are raised or passed with its events. That of a thing which the
 *   events close is raised without being told.
 * @property outcome   what the result has besides the version (ids, never secrets). It is stored with the command. `after`
 *   is the version that the events lead to.
 * @property eventId   returns the id of the event at an index. Default: derived from the command id.
 */
export type Execution<State, C extends Command, E extends All, All extends Event> = Readonly<{
  store: Pick<EventStore<All>, 'append' | 'findCommand' | 'read' | 'readGuards'>;
  decider: Decider<State, C, E>;
  id: number | string;
  isNew?: boolean;
  command: C;
  meta: EventMeta;
  request?: string;
  authorize?: (state: State) => Refusal | undefined;
  review?: (events: readonly RecordedEvent<E>[]) => Refusal | undefined;
  requires?: (events: readonly RecordedEvent<E>[], decided?: readonly E[]) => Refusal | undefined;
  guards?: readonly UsedGuard[];
  outcome?: Outcome | ((events: readonly E[], state: State, after: number) => Outcome);
  eventId?: (index: number) => string;
}>;

/**
 * The result of a command. `repeated`: the command was carried out before; version, position and outcome are those of
 * the first time, and `events` is empty.
 */
export type Executed<E extends Event> = Readonly<{
  version: number;
  position: Position;
  outcome: Outcome;
  events: readonly E[];
  repeated: boolean;
}>;

const attempts = 3;
/** Others may come into a thing, one after the other, while it is closed. */
const closingAttempts = 8;

/**
 * Returns the text of a request for its command id. It contains the actor, so that nobody gets the result of another
 * person's command.
 */
export const askedBy = (userId: number, request: string): string => `${userId} ${request}`;

const carryOut = async <State, C extends Command, E extends All, All extends Event>({
  store,
  decider,
  id,
  isNew = false,
  command,
  meta,
  request,
  authorize,
  review,
  requires,
  guards = [],
  outcome = {},
  eventId = (index) => uuidV5(porticoNamespace, `event/${meta.commandId}/${index}`),
}: Execution<State, C, E, All>): Promise<Executed<E> | Refusal> => {
  const asked = askedBy(meta.actor.userId, request ?? `${decider.noun} ${command.type}`);

  // The state contains the effect of a repeated command and may refuse it, so the first result counts.
  const before = async (): Promise<Executed<E> | undefined> => {
    const known = await store.findCommand(meta.commandId, asked);
    return known && { ...known, events: [] };
  };

  const stream = streamOf(decider.noun, id);
  const closes = (decided: readonly E[]): boolean =>
    decided.some(({ type }) => decider.closedBy?.includes(type)) && !guards.some(({ name }) => name === stream);
  let own: readonly Guard[] = [];
  let closings = 0;

  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { state, events, version, position } =
      isNew && attempt === 1 && own.length === 0
        ? { state: decider.initialState, events: [], version: 0, position: beginning }
        : await load(store, decider, id);
    const decision = authorize?.(state) ?? requires?.(events) ?? decider.decide(command, state);
    if (isRefusal(decision)) return (await before()) ?? decision;
    const unmet = requires?.(events, decision);
    if (unmet) return (await before()) ?? unmet;
    const response = typeof outcome === 'function' ? outcome(decision, state, version + decision.length) : outcome;
    if (decision.length === 0) {
      return (await before()) ?? { version, position, outcome: response, events: [], repeated: false };
    }
    const objection = review?.(events);
    if (objection) return (await before()) ?? objection;
    if (own.length === 0 && closes(decision)) {
      // Before the stream is read again: what came in until then is there, and what comes later moves the guard, or finds it moved.
      own = await store.readGuards([stream]);
      attempt -= 1;
      continue;
    }
    try {
      const appended = await store.append({
        stream,
        expectedVersion: version,
        events: decision.map((event, index) => ({ ...event, id: eventId(index) })),
        meta,
        outcome: response,
        request: asked,
        guards: [...guards, ...own],
      });
      return { ...appended, events: appended.repeated ? [] : decision };
    } catch (error) {
      if (error instanceof VersionConflictError) continue;
      if (!(error instanceof GuardMovedError) || own.length === 0 || guards.length > 0 || closings === closingAttempts)
        throw error;
      closings += 1;
      attempt -= 1;
      own = [];
    }
  }
  return refuse('conflict', { code: 'conflict.changed-meanwhile' });
};

/**
 * Carries out one command: reads the stream, decides, appends. This takes two round trips to Postgres. When somebody
 * else appends first, it reads and decides again, three times in all, then refuses with `conflict.changed-meanwhile`.
 * For a command that changes nothing it returns the current version. It is a span, which its events name.
 *
 * @throws ReusedCommandError, GuardMovedError, UnavailableError, InvalidEventError
 */
export const execute = <State, C extends Command, E extends All, All extends Event>(
  execution: Execution<State, C, E, All>,
): Promise<Executed<E> | Refusal> => {
  const { decider, command, meta } = execution;
  const attributes = { 'portico.noun': decider.noun, 'portico.command': command.type };
  return inSpan(`${decider.noun} ${command.type}`, { attributes }, async ({ traceparent, say }) => {
    const done = await carryOut({ ...execution, meta: { ...meta, traceparent } }).catch((error: unknown) => {
      if (error instanceof UnavailableError) failedAppends.inc();
      throw error;
    });
    if (isRefusal(done)) say({ 'portico.result': done.problems[0].code });
    else say({ 'portico.events': done.events.length });
    return done;
  });
};
