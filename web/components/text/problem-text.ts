import type { SpecProblem } from '#domain/api/lint.ts';
import type { Coded } from '../../i18n/error-text.ts';

/**
 * Returns whether the document reader found the problem. Its codes have words in each language; the rules have only
 * English ones.
 */
export const isOfReader = ({ rule }: SpecProblem): boolean => rule.startsWith('spec.');

/** Returns the text of a problem, in the user's language if possible. `errorText` comes from `useErrorText`. */
export const problemTextOf = (errorText: (problem: Coded) => string, problem: SpecProblem): string =>
  isOfReader(problem) ? errorText({ ...problem, code: problem.rule }) : problem.message;
