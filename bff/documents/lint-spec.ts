import type { LintResult } from '#domain/api/lint.ts';
import { type Refusal, refuse } from '#domain/core/problem.ts';
import { specLimits } from '#specs/spec-limits.ts';
import { specProblem } from '#specs/spec-refusal.ts';
import { messageOf } from '../input/message-of.ts';
import { documentOf, runSpecJob, type SpecJobOptions } from './spec-job.ts';

/**
 * Checks a text with Redocly's rules in a child process. A text that can't be parsed has one problem, with its place if
 * the parser knows it, so that authors see both kinds in the same list. Problems never stop anybody from saving.
 * Throws a refusal only for Portico's limits: `spec.busy`, `spec.too-slow`, `spec.too-large`.
 */
export const lintSpec = async (bytes: Uint8Array, options: SpecJobOptions = {}): Promise<LintResult | Refusal> => {
  if (bytes.length > specLimits.bytes) {
    return refuse('too-large', specProblem('too-large', { megabytes: specLimits.bytes / 1024 / 1024 }));
  }
  const response = await runSpecJob({ kind: 'lint' }, [await documentOf(bytes)], options);
  if (response.kind === 'lint') return response.result;
  const [problem] = response.refusal.problems;
  if (problem.code === 'spec.busy' || problem.code === 'spec.too-slow') return response.refusal;
  const { line = 1, column = 1 } = problem.parameters ?? {};
  return {
    document: null,
    problems: [
      {
        severity: 'error',
        message: messageOf(problem),
        rule: problem.code,
        ...(problem.parameters && { parameters: problem.parameters }),
        line: Number(line),
        column: Number(column),
      },
    ],
    errors: 1,
    total: 1,
  };
};
