import type { Action } from './authorization.ts';
import type { Call } from './call.ts';
import type { Command, Decider } from './decider.ts';
import type { Event } from './event.ts';
import type { CaseReason, FinalReason } from './undo-fields.ts';

/** What the opposite command does, in a word for people. `fields`: it gives fields their former values. */
export const undoActs = [
  'fields',
  'activate',
  'deactivate',
  'enable',
  'disable',
  'owners',
  'revoke-access',
  'remove-key',
  'remove-subscription',
  'remove',
  'remove-certificate',
  'restore-version',
  'withdraw',
  'demand-two',
  'demand-one',
  'reopen',
] as const;
type UndoAct = (typeof undoActs)[number];

/**
 * What follows from it besides.
 *
 * - `gateway`, `kafka`: an operation changes the gateway or Kafka.
 * - `keys-stop`, `keys-return`: keys or logins stop working, or work again.
 * - `logged-out`: people are logged out.
 * - `mail`: people get a mail.
 * - `two-people`: nothing happens before a second person has approved it.
 * - `for-good`: this itself can't be undone.
 */
export const undoEffects = [
  'gateway',
  'kafka',
  'keys-stop',
  'keys-return',
  'logged-out',
  'mail',
  'two-people',
  'for-good',
] as const;
type UndoEffect = (typeof undoEffects)[number];

/** Fields of a thing by their names, without groups. Empty: the thing is not there. */
export type Shown = Readonly<Record<string, unknown>>;

/**
 * What belongs to a thing that is deleted to undo its creation, as it would go with it. `access`: organizations that may use it.
 * `requests`: those that ask to. `calls`: of the last 30 days.
 */
export const useKinds = [
  'applications',
  'apis',
  'deployments',
  'keys',
  'calls',
  'access',
  'requests',
  'topics',
  'categories',
] as const;

/** Kinds that the last release does not know. `cases`: what a person has on the desk. */
export const laterUseKinds = ['organizations', 'certificates', 'cases'] as const;
export type UseKind = (typeof useKinds)[number] | (typeof laterUseKinds)[number];

/** What the opposite command is about, for the table of rights. */
export type UndoAbout = {
  readonly [Name in 'apiId' | 'applicationId' | 'eventCategoryId' | 'organizationId' | 'userId']?: number | undefined;
};

/**
 * The opposite of an event: an existing call, with what it is sent.
 *
 * @property action row of the table of rights that the call asks for.
 * @property form   fields of a multipart form. Null is an empty field.
 */
export type Opposite = Readonly<{
  call: Pick<Call, 'method' | 'path'>;
  action: Action;
  about: UndoAbout;
  does: UndoAct;
  effects?: readonly UndoEffect[];
  parameters?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: Readonly<Record<string, unknown>>;
  form?: Readonly<Record<string, string | number | null>>;
}>;

/**
 * Returns the mail address of a person's account; undefined when there is none any more.
 *
 * @param asOwner only of somebody who owns the thing now: they have not left the organization that they were named in.
 */
export type AddressOf = (userId: number, asOwner: boolean) => string | undefined;

/**
 * What a rule knows.
 *
 * @property data     of the event.
 * @property now      the thing's state now.
 * @property basedOn  version of the stream now: what forms send.
 * @property wanted   the fields as they are to be: those of now, with the touched ones as they were before the event.
 * @property touched  names of the fields that the event changed.
 * @property before   the fields before the event.
 * @property start    the fields before the whole command of the event.
 */
export type Undone<Data, State> = Readonly<{
  data: Data;
  now: State;
  basedOn: number;
  wanted: Shown;
  touched: readonly string[];
  before: Shown;
  start: Shown;
  addressOf: AddressOf;
}>;

/**
 * How an event is undone.
 *
 * @property shows    the fields that it is about.
 * @property with     type of the next event, which belongs to it: both are undone together.
 * @property by       types of the events that undo it, besides those about the same fields (the same `shows`).
 * @property isPersonal its values stand in no history, because they are a person's: the preview reads them from the events.
 * @property opposite returns the command, or why there is none in this case. `moved`: what somebody set since can't stand beside it.
 */
type Way<Data, State> = Readonly<{
  shows: (state: State, data: Data) => Shown;
  with?: string;
  by?: string | readonly string[];
  isPersonal?: true;
  opposite: (undone: Undone<Data, State>) => Opposite | FinalReason | CaseReason | 'moved';
}>;

export type UndoRule<Data = never, State = never> = FinalReason | Way<Data, State>;

/** The rules of a noun: for each of its events how it is undone, or why it can't be. */
export type UndoRules<E extends Event = Event> = Readonly<{
  decider: Decider<unknown, Command, Event>;
  rules: { readonly [Type in E['type']]: UndoRule };
}>;

/** Declares how the events of a noun are undone, in `domain/<noun>/undo.ts`. */
export const undoRules = <State, C extends Command, E extends Event>(
  decider: Decider<State, C, E>,
  rules: { readonly [Type in E['type']]: UndoRule<Extract<E, { type: Type }>['data'], State> },
): UndoRules<E> => ({ decider: decider as unknown as UndoRules['decider'], rules: rules as UndoRules<E>['rules'] });

const isGroup = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns values with dotted names instead of groups. A list is one value. */
export const flat = (values: Shown, before = ''): Shown =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      isGroup(value) ? Object.entries(flat(value, `${before}${name}.`)) : [[`${before}${name}`, value]],
    ),
  );

/** Returns values with groups instead of dotted names. */
export const grouped = (values: Shown): Shown => {
  const groups: Record<string, Record<string, unknown>> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const [group = '', ...rest] = name.split('.');
    if (rest.length === 0) own[name] = value;
    else groups[group] = { ...groups[group], [rest.join('.')]: value };
  }
  return { ...own, ...Object.fromEntries(Object.entries(groups).map(([name, fields]) => [name, grouped(fields)])) };
};

/** Returns the same text for equal values, however their fields are ordered. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    isGroup(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';

const isSameValue = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

/** Returns the names of the fields that differ. */
export const differing = (one: Shown, other: Shown): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !isSameValue(one[name], other[name]));
