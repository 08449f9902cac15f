import type { Command, Decider } from '../core/decider.ts';
import type { Event } from '../core/event.ts';
import { type Refusal, refuse } from '../core/problem.ts';
import { differing, type Opposite, type Shown, type UndoRule } from '../core/undo.ts';
import { type FinalReason, finalReasons } from '../core/undo-fields.ts';
import { ruleOf } from './rules.ts';
import type { standingReasons } from './schema.ts';

/** An event as it is recorded, as far as undoing looks at it. */
export type Recorded = Event &
  Readonly<{
    id: string;
    version: number;
    meta: Readonly<{ commandId?: string | undefined; undoes?: string | undefined }>;
  }>;

/** Why nothing can be put back now: see `standingReasons`. */
type StandingReason = Exclude<(typeof standingReasons)[number], 'right'>;

/** @property by the later event that stands in the way. */
type Refused = Readonly<{ reason: FinalReason | StandingReason; by?: Recorded | undefined }>;

/**
 * Nothing stands in the way.
 *
 * @property wanted the fields as they are to be: those of now, with the touched ones as they were before the event.
 * @property kept   how many other fields were changed since. They stay as they are.
 */
type Standing = Readonly<{
  event: Recorded;
  way: Way;
  now: unknown;
  before: Shown;
  wanted: Shown;
  touched: readonly string[];
  kept: number;
}>;

type Open = Readonly<{ opposite: Opposite; kept: number }>;

export const isRefused = (undoing: Refused | Standing | Open): undoing is Refused => 'reason' in undoing;

/**
 * Returns the events that are undone, and by which one: the first of a command. An undoing that was undone itself does not count.
 */
const undoneIn = (events: readonly Recorded[]): ReadonlyMap<string, Recorded> => {
  const undone = new Map<string, Recorded>();
  const isFirst = ({ commandId, undoes }: Recorded['meta'], before: Recorded | undefined) =>
    before === undefined || before.meta.undoes !== undoes || before.meta.commandId !== commandId;
  for (const [index, event] of [...events.entries()].toReversed()) {
    const { undoes } = event.meta;
    if (!isFirst(event.meta, events[index - 1])) continue;
    if (undoes !== undefined && !undone.has(event.id) && !undone.has(undoes)) undone.set(undoes, event);
  }
  return undone;
};

type Way = Exclude<UndoRule, string>;

const fields = (way: Way, state: unknown, event: Recorded): Shown => way.shows(state as never, event.data as never);

/** Returns how many events belong to an entry: itself, and the one that is undone with it. */
const spanOf = (way: Way, next: Recorded | undefined): number => (way.with && next?.type === way.with ? 2 : 1);

type Found = Readonly<{ decider: Decider<unknown, Command, Event>; way: Way; events: readonly Recorded[]; at: number }>;

/** Returns the fields before and after an event, as they are now, and after each later event. */
const histories = ({ decider, way, events, at }: Found) => {
  const event = events[at] as Recorded;
  const span = spanOf(way, events[at + 1]);
  const fold = (some: readonly Recorded[], state: unknown) => some.reduce(decider.evolve, state);
  const before = fold(events.slice(0, at), decider.initialState);
  const states = [fold(events.slice(at, at + span), before)];
  for (const later of events.slice(at + span)) states.push(decider.evolve(states.at(-1), later));
  return {
    now: states.at(-1),
    before: fields(way, before, event),
    shown: states.map((state) => fields(way, state, event)),
    later: events.slice(at + span),
  };
};

/**
 * Returns what undoing an event would leave, or why it can't be undone.
 *
 * @param events all events of the stream, the oldest first.
 * @param entry  the id of the event.
 */
const standingOf = (events: readonly Recorded[], entry: string): Refused | Standing => {
  const at = events.findIndex((event) => event.id === entry);
  const event = events[at];
  const rule = event && ruleOf(event.type);
  if (!event || !rule) return { reason: 'unknown' };
  const way = rule.rule;
  if (typeof way === 'string') return { reason: way };
  const undoneBy = undoneIn(events).get(entry);
  if (undoneBy) return { reason: 'undone', by: undoneBy };
  const { before, shown, now, later } = histories({ decider: rule.decider, way, events, at });
  const after = shown[0] ?? {};
  const last = shown.at(-1) ?? {};
  const touched = differing(before, after);
  if (touched.length === 0) return { reason: 'nothing' };
  const changedBy = (names: readonly string[]) =>
    later.findLast((_event, index) =>
      differing(shown[index] ?? {}, shown[index + 1] ?? {}).some((name) => names.includes(name)),
    );
  if (Object.keys(last).length === 0 && Object.keys(after).length > 0)
    return { reason: 'gone', by: changedBy(Object.keys(after)) };
  const moved = differing(after, last);
  const lost = moved.filter((name) => touched.includes(name));
  if (lost.length > 0) return { reason: 'moved', by: changedBy(lost) };
  const names = [...new Set([...Object.keys(last), ...touched])];
  const wanted = names.flatMap((name) => {
    const from = touched.includes(name) ? before : last;
    return Object.hasOwn(from, name) ? [[name, from[name]] as const] : [];
  });
  return { event, way, now, before, wanted: Object.fromEntries(wanted), touched, kept: moved.length };
};

/**
 * Returns the command that takes an event back, or why there is none.
 *
 * @param addressOf returns the mail address of a person's account, for commands that name people by it.
 */
export const undoOf = (
  events: readonly Recorded[],
  entry: string,
  addressOf: (userId: number) => string | undefined,
): Refused | Open => {
  const standing = standingOf(events, entry);
  if (isRefused(standing)) return standing;
  const { event, way, kept, ...undone } = standing;
  const opposite = way.opposite({
    ...undone,
    data: event.data as never,
    now: undone.now as never,
    basedOn: events.at(-1)?.version ?? 0,
    addressOf,
  });
  return typeof opposite === 'string' ? { reason: opposite } : { opposite, kept };
};

const isNever = (reason: string): reason is FinalReason => (finalReasons as readonly string[]).includes(reason);

/**
 * Checks a command that says which entry it undoes, on the events that it is appended to: nothing changes in between, and nobody can
 * say so of a command that does something else.
 *
 * @param decided the command's events, once they are known.
 * @returns why it is refused.
 */
export const reviewUndo = (
  events: readonly Recorded[],
  entry: string,
  decided?: readonly Event[],
): Refusal | undefined => {
  const standing = standingOf(events, entry);
  if (isRefused(standing))
    return refuse('conflict', { code: isNever(standing.reason) ? 'undo.final' : `undo.${standing.reason}` });
  if (decided === undefined) return undefined;
  const { decider } = ruleOf(standing.event.type) as NonNullable<ReturnType<typeof ruleOf>>;
  const after = decided.reduce(decider.evolve, standing.now);
  const isUndone = differing(standing.wanted, fields(standing.way, after, standing.event)).length === 0;
  return isUndone ? undefined : refuse('conflict', { code: 'undo.differs' });
};
