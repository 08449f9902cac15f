import { changesOf, type HistoryChange, type HistoryValue } from '../core/changes.ts';
import type { Command, Decider } from '../core/decider.ts';
import type { Event } from '../core/event.ts';
import { type Refusal, refuse } from '../core/problem.ts';
import { type AddressOf, differing, type Opposite, type Shown, type UndoRule } from '../core/undo.ts';
import { type CaseReason, type FinalReason, finalReasons, type StayReason, stayReasons } from '../core/undo-fields.ts';
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
type StandingReason = (typeof standingReasons)[number];

/** @property by the later event that stands in the way. */
type Refused = Readonly<{ reason: FinalReason | CaseReason | StandingReason; by?: Recorded | undefined }>;

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
  start: Shown;
  wanted: Shown;
  touched: readonly string[];
  kept: number;
}>;

/** @property values the values of now and the former ones, where no history has them; undefined: the entry says them. */
type Open = Readonly<{ opposite: Opposite; kept: number; values: readonly HistoryChange[] | undefined }>;

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

/** Returns whether an event may be one of those that undo an entry: it is about the same fields, or the rule says so. */
const belongs = ({ shows, by }: Way, type: string): boolean => {
  const rule = ruleOf(type)?.rule;
  return [by ?? []].flat().includes(type) || (typeof rule === 'object' && rule.shows === shows);
};

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
  // A command's first event may have changed already what the second one goes with.
  const { commandId } = event.meta;
  const first = commandId === undefined ? at : events.findIndex(({ meta }) => meta.commandId === commandId);
  return {
    now: states.at(-1),
    before: fields(way, before, event),
    start: fields(way, fold(events.slice(0, first), decider.initialState), event),
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
  const { before, start, shown, now, later } = histories({ decider: rule.decider, way, events, at });
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
  return { event, way, now, before, start, wanted: Object.fromEntries(wanted), touched, kept: moved.length };
};

/** Returns what undoing puts back, from the value of now to the former one. */
const valuesOf = ({ event, way, now, wanted, touched }: Standing): readonly HistoryChange[] => {
  const shown = fields(way, now, event);
  const only = (values: Shown) =>
    Object.fromEntries(touched.map((name) => [name, (values[name] ?? null) as HistoryValue]));
  return changesOf(only(shown), only(wanted));
};

const oppositeOf = (
  { event, way, kept: _kept, ...undone }: Standing,
  events: readonly Recorded[],
  addressOf: AddressOf,
): ReturnType<Way['opposite']> =>
  way.opposite({
    ...undone,
    data: event.data as never,
    now: undone.now as never,
    basedOn: events.at(-1)?.version ?? 0,
    addressOf,
  });

/**
 * Returns the command that takes an event back, or why there is none.
 *
 * @param addressOf for commands that name people by their mail addresses.
 */
export const undoOf = (events: readonly Recorded[], entry: string, addressOf: AddressOf): Refused | Open => {
  const standing = standingOf(events, entry);
  if (isRefused(standing)) return standing;
  const opposite = oppositeOf(standing, events, addressOf);
  if (typeof opposite === 'string') return { reason: opposite };
  return { opposite, kept: standing.kept, values: standing.way.isPersonal && valuesOf(standing) };
};

/**
 * Returns whether the events of a command put the touched fields back and do nothing else. Each event is looked at, because two of them may
 * come to nothing together and still give somebody something.
 *
 * @param lapsed fields that may end beside it, because they are in force no more.
 */
const putsBack = (
  { event, way, now, wanted, touched }: Standing,
  decided: readonly Event[],
  lapsed: readonly string[],
): boolean => {
  const { decider } = ruleOf(event.type) as NonNullable<ReturnType<typeof ruleOf>>;
  const isEmpty = (value: unknown) => value === undefined || value === '';
  let state = now;
  let shown = fields(way, now, event);
  for (const each of decided) {
    if (!belongs(way, each.type)) return false;
    state = decider.evolve(state, each);
    const next = fields(way, state, event);
    const others = differing(shown, next).filter((name) => !touched.includes(name));
    // Where the thing goes as a whole, nothing of it is left.
    if (Object.keys(next).length > 0 && others.some((name) => !lapsed.includes(name) || !isEmpty(next[name])))
      return false;
    shown = next;
  }
  return differing(wanted, shown).every((name) => lapsed.includes(name) && !touched.includes(name));
};

/** Returns a reason as the preview says it: the last release knows no more of what stays. */
export const toldOf = <Told extends string>(
  reason: Told | StayReason,
): Readonly<{ reason: Exclude<Told, StayReason> | 'begins'; stays: StayReason | null }> =>
  isStay(reason) ? { reason: 'begins', stays: reason } : { reason: reason as Exclude<Told, StayReason>, stays: null };

const isStay = (reason: string): reason is StayReason => (stayReasons as readonly string[]).includes(reason);
const isNever = (reason: string): reason is FinalReason => (finalReasons as readonly string[]).includes(reason);

/** `secret` has words of its own, because the command could say the secret again. */
const refusedFor = (reason: Refused['reason']): Refusal =>
  refuse('conflict', { code: isNever(reason) && reason !== 'secret' ? 'undo.final' : `undo.${reason}` });

/** Stands for the addresses of all people: whether somebody can be named again, the command itself decides. */
const anyAddress = (): string => 'anybody@portal.example';

/**
 * Checks a command that says which entry it undoes, on the events that it is appended to: nothing changes in between, and nobody can
 * say so of a command that does something else.
 *
 * @param decided the command's events, once they are known.
 * @param lapsed  fields that the command may end beside it, because they are in force no more.
 * @returns why it is refused.
 */
export const reviewUndo = (
  events: readonly Recorded[],
  entry: string,
  decided?: readonly Event[],
  lapsed: readonly string[] = [],
): Refusal | undefined => {
  const standing = standingOf(events, entry);
  if (isRefused(standing)) return refusedFor(standing.reason);
  const opposite = oppositeOf(standing, events, anyAddress);
  if (typeof opposite === 'string') return refusedFor(opposite);
  if (decided === undefined) return undefined;
  return putsBack(standing, decided, lapsed) ? undefined : refuse('conflict', { code: 'undo.differs' });
};
