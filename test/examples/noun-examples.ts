import fc from 'fast-check';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { Event } from '#domain/core/event.ts';

/**
 * One command to one subject.
 *
 * @property asks      the command asks for an operation, whose id is new.
 * @property isCurrent an outcome belongs to the newest request and attempt, as it usually does.
 */
export type Step = Readonly<{ noun: string; id: number | string; command: Command; asks: boolean; isCurrent: boolean }>;

export type MakeStep = (
  subject: fc.Arbitrary<number | string>,
  type: string,
  data?: (subject: number) => fc.Arbitrary<unknown>,
) => fc.Arbitrary<Step>;

/** `step` sends a command; `request` sends one that asks for an operation. */
export type Steps = Readonly<{ step: MakeStep; request: MakeStep }>;

/** Several commands in an order that chance alone hardly ever gives. */
type Life = Readonly<{ weight: number; arbitrary: fc.Arbitrary<readonly Step[]> }>;

type Examples<E extends Event> = Readonly<{
  /** The data of each event type: what `npm run golden` writes. */
  events: { readonly [Type in E['type']]: Extract<E, { type: Type }>['data'] };
  /** Random commands: each makes the random histories longer. */
  steps: (steps: Steps) => readonly fc.Arbitrary<Step>[];
  lives?: (steps: Steps) => readonly Life[];
  /** Each instance is one operation and has its id. */
  isOperation?: boolean;
  /** The fields of the state that an outcome has to name. Default: `operationId`, `attempt`. */
  current?: readonly string[];
}>;

/** What a noun's folder says about its events, for tests and golden files. */
export type NounExamples = Readonly<{
  decider: Decider<unknown, Command, Event>;
  events: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  steps: readonly fc.Arbitrary<Step>[];
  lives: readonly Life[];
  isOperation: boolean;
  current: readonly string[];
}>;

const stepsOf = (noun: string): Steps => {
  const maker =
    (asks: boolean): MakeStep =>
    (subject, type, data = () => fc.constant({})) =>
      fc.tuple(subject, fc.nat(9)).chain(([id, chance]) =>
        data(id as number).map((value) => ({
          noun,
          id,
          command: { type, data: value as object },
          asks,
          isCurrent: chance > 0,
        })),
      );
  return { step: maker(false), request: maker(true) };
};

/** Declares the examples of a noun, in `domain/<noun>/examples.ts`. */
export const nounExamples = <State, C extends Command, E extends Event>(
  decider: Decider<State, C, E>,
  { events, steps, lives, isOperation = false, current = ['operationId', 'attempt'] }: Examples<E>,
): NounExamples => ({
  decider: decider as unknown as NounExamples['decider'],
  events: events as NounExamples['events'],
  steps: steps(stepsOf(decider.noun)),
  lives: lives?.(stepsOf(decider.noun)) ?? [],
  isOperation,
  current,
});

/** Few ids, so that commands meet. */
export const anyId = fc.integer({ min: 1, max: 4 });
export const anyName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !text.includes('\0') && text.isWellFormed());
/** One of the operations that were asked for, counted from the newest. A command that asks for a new one ignores it. */
export const anyOperation = fc.nat(11);
