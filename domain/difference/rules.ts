import type { Decision } from '../core/decider.ts';
import type { Event } from '../core/event.ts';
import { type Refusal, refuse } from '../core/problem.ts';
import type { Answer, DifferenceForm, DifferenceState, RuledCommand } from './difference.ts';

/** What the rules need to know of a difference. */
type Found = Readonly<{ digest: string; form: DifferenceForm }>;

/** What happens to a difference, wherever it is. The types of events are these words after the name of the noun. */
type Step =
  | 'Found'
  | 'Gone'
  | `${'Reapply' | 'Adoption' | 'Ignore'}Requested`
  | 'Reapplied'
  | 'Adopted'
  | 'Ignored'
  | 'AnswerFailed';

const requests = {
  reapply: 'ReapplyRequested',
  adopt: 'AdoptionRequested',
  ignore: 'IgnoreRequested',
} as const satisfies Record<Answer, Step>;

const outcomes = {
  reapply: 'Reapplied',
  adopt: 'Adopted',
  ignore: 'Ignored',
} as const satisfies Record<Answer, Step>;

const answerOf: Readonly<Record<string, Answer>> = {
  ReapplyRequested: 'reapply',
  AdoptionRequested: 'adopt',
  IgnoreRequested: 'ignore',
};

/** After these, the object is as it was applied, or what was applied follows it. */
const ended: readonly Step[] = ['Gone', 'Reapplied', 'Adopted'];

type Rules<F, E extends Event> = Readonly<{
  decide: (command: RuledCommand<F>, state: DifferenceState<F>) => Decision<E>;
  evolve: (state: DifferenceState<F>, event: E) => DifferenceState<F>;
}>;

/**
 * Returns the rules of differences at one kind of place: looks report all that they see, each time, and what is known already is no
 * event. A person answers, one at a time, what they saw.
 *
 * @param noun      the first word of its events.
 * @param subjectOf returns what each event names.
 * @param refusalOf returns why an answer can't be given; undefined: it can.
 */
export const differenceRules = <F extends Found, E extends Event>(
  noun: string,
  subjectOf: (found: F) => Readonly<Record<string, unknown>>,
  refusalOf: (answer: Answer, found: F) => Refusal | undefined,
): Rules<F, E> => {
  // The types can't express that a noun's events are these words after its name.
  const one = (step: Step, data: object): Decision<E> => [{ type: `${noun}${step}`, data } as unknown as E];
  return {
    decide: (command, state) => {
      switch (command.type) {
        case 'ReportDifference':
          return state.status !== 'none' && state.found.digest === command.data.digest
            ? []
            : one('Found', command.data);
        case 'WithdrawDifference':
          // An answer that is under way says itself how it ended.
          return state.status === 'none' || state.status === 'answering' ? [] : one('Gone', subjectOf(state.found));
        case 'AnswerDifference': {
          const { answer, ...data } = command.data;
          if (state.status === 'none') return refuse('conflict', { code: 'difference.gone' });
          if (state.status === 'answering') return refuse('conflict', { code: 'difference.under-way' });
          if (state.found.digest !== data.digest) return refuse('conflict', { code: 'difference.changed' });
          if (state.status === 'ignored' && answer === 'ignore')
            return refuse('conflict', { code: 'difference.ignored' });
          return refusalOf(answer, state.found) ?? one(requests[answer], { ...subjectOf(state.found), ...data });
        }
        case 'ConfirmAnswer':
        case 'FailAnswer': {
          const { operationId } = command.data;
          if (state.status !== 'answering' || state.operationId !== operationId) return [];
          const step = command.type === 'FailAnswer' ? 'AnswerFailed' : outcomes[state.answer];
          return one(step, { ...subjectOf(state.found), operationId });
        }
        default:
          return command satisfies never;
      }
    },
    evolve: (state, { type, data }) => {
      const step = type.slice(noun.length) as Step;
      if (step === 'Found') return { status: 'open', found: data as F };
      if (state.status === 'none') return state;
      const { found } = state;
      const answer = answerOf[step];
      // Only what a look withdraws has no operation.
      const { operationId = '' } = data as { operationId?: string };
      if (answer) return { status: 'answering', found, answer, operationId };
      if (step === 'Ignored') return { status: 'ignored', found, answeredBy: operationId };
      if (step === 'AnswerFailed') return { status: 'open', found };
      return ended.includes(step) ? { status: 'none', answeredBy: operationId } : state;
    },
  };
};
