import { expect, test } from 'vitest';
import { type Decider, fold } from '#domain/core/decider.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { undoableNouns } from '#domain/undo/rules.ts';
import { isRefused, type Recorded, reviewUndo, undoOf } from '#domain/undo/undo.ts';
import { anyHistoryOf, type Happening } from '#projections/engine/fixture/random-history.ts';
import { fc } from '#test/runner/chance.ts';
import { addressOf, commandOf } from '../fixtures/opposite-command.ts';

type Any = Decider<unknown, never, never>;

/** Returns a stream up to the event in which chance gives the number of an address to another one: no address has that of another. */
const untilReused = (events: readonly Recorded[]): Recorded[] => {
  const emails = new Map<unknown, unknown>();
  const end = events.findIndex(({ data }) => {
    const { addressId, email } = data as Readonly<{ addressId?: number; email?: string }>;
    if (addressId === undefined || email === undefined) return false;
    const isReused = emails.has(addressId) && emails.get(addressId) !== email;
    emails.set(addressId, email);
    return isReused;
  });
  return end < 0 ? [...events] : events.slice(0, end);
};

/** Returns the streams of a history, as they are recorded. */
const streamsOf = (history: readonly Happening[]): Recorded[][] => {
  const streams = new Map<string, Recorded[]>();
  for (const { stream, events } of history) {
    const known = streams.get(stream) ?? [];
    const recorded = events.map((event, index) => {
      const version = known.length + index + 1;
      return { ...event, id: `${stream} ${version}`, version, meta: {} };
    });
    streams.set(stream, [...known, ...recorded]);
  }
  return [...streams.values()].map(untilReused);
};

/** Sends the opposite of an event. @returns the stream with its events, or the code of the rules that refuse it. */
const sendOpposite = (events: readonly Recorded[], entry: string, decider: Any): readonly Recorded[] | string => {
  const undoing = undoOf(events, entry, addressOf);
  if (isRefused(undoing)) {
    // Nor is it undone by a command that somebody sends by hand.
    expect(reviewUndo(events, entry, [])).toMatchObject({ refused: 'conflict' });
    expect(reviewUndo(events, entry)?.problems[0].code).not.toBe('undo.differs');
    return undoing.reason;
  }
  const state = fold(decider, events as never) as never;
  const decided = decider.decide(commandOf(undoing.opposite, state) as never, state);
  if (isRefusal(decided)) return decided.problems[0].code;
  expect(
    reviewUndo(events, entry, decided),
    JSON.stringify({ entry, ...undoing.opposite, call: '', decided, state }),
  ).toBeUndefined();
  return [
    ...events,
    ...(decided as readonly Recorded[]).map((event, index) => {
      const version = events.length + index + 1;
      return { ...event, id: `undo ${version}`, version, meta: { commandId: `undo ${events.length}`, undoes: entry } };
    }),
  ];
};

/** How many more events there are when an event is undone: what happened since may end the thing. */
const later = [0, 2, Number.POSITIVE_INFINITY];

/** Undoes each event of a history that can be undone, and takes that back. @returns the types of the events. */
const undoAll = (history: readonly Happening[], decider: Any): string[] =>
  streamsOf(history).flatMap((stream) =>
    stream.flatMap(({ id, type, version }) =>
      later.flatMap((more) => {
        const events = stream.slice(0, version + more);
        const undone = sendOpposite(events, id, decider);
        if (typeof undone === 'string') return [];
        // Undone once, it can't be undone again.
        expect(undoOf(undone, id, addressOf)).toMatchObject({ reason: 'undone' });
        const [first] = undone.slice(events.length);
        const again = first ? sendOpposite(undone, first.id, decider) : '';
        if (typeof again === 'string') return [type];
        expect(isRefused(undoOf(again, id, addressOf))).toBe(false);
        return [type, `${type} again`];
      }),
    ),
  );

const nouns = undoableNouns.map(({ decider }) => [decider.noun, decider as unknown as Any] as const);

test.each(nouns)(
  'a change of %s that is undone leaves what was before it, and undoing that what was after it',
  (noun, decider) => {
    fc.assert(
      fc.property(anyHistoryOf([noun], 30), (history) => {
        undoAll(history, decider);
      }),
      { numRuns: 15 },
    );
  },
);

/** What goes for good with its opposite. */
const forGood =
  /^(Api|Event)Access(Approved|Granted)$|^ApprovalRequested$|^(BusinessArea|EventCategory)Added$|^(Application|Gateway|Kafka|Redis|User)Registered$|^ApiPublished$|^Consumer|^EventSubscription|^OrganizationDeletion|^ServiceSkipped$/;

test('random histories undo an event of each type that can be undone, and take it back', () => {
  // The same histories in every run, so that this says the same each time.
  const found = new Set(
    nouns.flatMap(([noun, decider]) =>
      fc.sample(anyHistoryOf([noun], 60), { seed: 5, numRuns: 20 }).flatMap((history) => undoAll(history, decider)),
    ),
  );
  const types = undoableNouns.flatMap(({ rules }) =>
    Object.entries(rules).flatMap(([type, rule]) => (typeof rule === 'string' ? [] : [type])),
  );
  expect(types.filter((type) => !found.has(type))).toEqual([]);
  expect(types.filter((type) => !forGood.test(type) && !found.has(`${type} again`))).toEqual([]);
});
