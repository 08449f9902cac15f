import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { SpecProblem } from '#domain/api/lint.ts';
import { problemTextOf } from '../../components/text/problem-text.ts';
import type { Coded } from '../../i18n/error-text.ts';

/** Returns the offset where a problem begins. A line or column that the text no longer has becomes its last. */
export const offsetOf = (doc: Text, { line, column }: Pick<SpecProblem, 'line' | 'column'>): number => {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column - 1, 0), to);
};

/**
 * Converts the server's problems into marks of the editor. Each mark goes to the end of its line, which may contain
 * only its line break.
 */
export const diagnosticsOf = (
  doc: Text,
  problems: readonly SpecProblem[],
  errorText: (problem: Coded) => string,
): Diagnostic[] =>
  problems.map((problem) => {
    const from = offsetOf(doc, problem);
    const { severity, rule } = problem;
    return { from, to: doc.lineAt(from).to, severity, message: problemTextOf(errorText, problem), source: rule };
  });
