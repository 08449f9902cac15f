import { isDeepStrictEqual } from 'node:util';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { FieldChange } from '#domain/core/older-form.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';

/** What a form shows of a thing, by the fields of its body. */
export type Shown = Readonly<Record<string, unknown>>;

/**
 * The form that a command comes from.
 *
 * @property basedOn what the form showed: `basedOn` of the body, or the state that it was read in. Without it the command
 *                   is not checked.
 * @property shows   returns what the form shows of a state. Leave out what this caller may not see or does not send: a
 *                   change of it takes nothing from anybody.
 * @property inWords returns changes with values that people can read, where `shows` has only ids.
 */
export type Form<State> = Readonly<{
  basedOn: number | ((state: State) => boolean) | null | undefined;
  shows: (state: State) => Shown;
  inWords?: (changes: readonly FieldChange[]) => Promise<readonly FieldChange[]>;
}>;

const isGroup = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the values with their dotted paths. A list is one value. */
const leavesOf = (shown: Shown, before = ''): Map<string, unknown> =>
  new Map(
    Object.entries(shown).flatMap(([name, value]): [string, unknown][] =>
      isGroup(value) ? [...leavesOf(value, `${before}${name}.`)] : [[`${before}${name}`, value]],
    ),
  );

const differences = (from: Map<string, unknown>, to: Map<string, unknown>): FieldChange[] =>
  [...new Set([...from.keys(), ...to.keys()])]
    .map((field) => ({ field, from: from.get(field) ?? null, to: to.get(field) ?? null }))
    .filter((change) => !isDeepStrictEqual(change.from, change.to));

/** What happened to the fields of a form since it was read. `by`: the newest event that changed one of them. */
export type Difference = Readonly<{
  basedOn: number;
  changes: readonly FieldChange[];
  by: RecordedEvent<PorticoEvent>;
}>;

/**
 * Returns what of a form was changed since it was read; undefined when it still shows what is there. Other events of the
 * stream, such as the outcome of an operation or a sign-in, do not make a form an older one.
 */
export const changedSinceRead = <State, C extends Command, E extends PorticoEvent>(
  { initialState, evolve }: Decider<State, C, E>,
  events: readonly RecordedEvent<E>[],
  { basedOn, shows }: Form<State>,
): Difference | undefined => {
  if (basedOn === undefined || basedOn === null) return undefined;
  let state = initialState;
  // A form that was read in no known state is an older one, too.
  let read = leavesOf(shows(state));
  let now = read;
  let by: RecordedEvent<E> | undefined;
  for (const event of events) {
    state = evolve(state, event);
    const next = leavesOf(shows(state));
    if (differences(now, next).length > 0) by = event;
    now = next;
    if (typeof basedOn === 'number' ? event.version === basedOn : basedOn(state)) {
      read = next;
      by = undefined;
    }
  }
  const changes = differences(read, now);
  const basis = events.at(-1)?.version ?? 0;
  return changes.length > 0 && by ? { basedOn: basis, changes, by } : undefined;
};
