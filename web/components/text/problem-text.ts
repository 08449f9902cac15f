import type { SpecProblem } from '#domain/api/lint.ts';
import type { Coded } from '../../i18n/error-text.ts';

/** Whether the reader of documents found it, for whose codes there are words in each language; the rules have English ones. */
export const isOfReader = ({ rule }: SpecProblem): boolean => rule.startsWith('spec.');

/** What a problem says, in the user's language where there are words. `errorText` is what `useErrorText` answers. */
export const problemTextOf = (errorText: (problem: Coded) => string, problem: SpecProblem): string =>
  isOfReader(problem) ? errorText({ ...problem, code: problem.rule }) : problem.message;
