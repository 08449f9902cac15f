import {
  BaseResolver,
  createConfig,
  getLineColLocation,
  lintDocument,
  ResolveError,
  Source,
} from '@redocly/openapi-core';
import type { LintResult, SpecProblem } from '#domain/api/lint.ts';
import { matchInLinearTime } from './linear-patterns.ts';
import type { ParsedSpec } from './parse-spec.ts';

/** Problems that are answered; a document with more is mended a piece at a time. */
const most = 500;
const longest = 500;

/** What Redocly calls an error although OpenAPI allows it: good advice all the same. */
const adviceOnly = new Set([
  'no-empty-servers',
  'no-path-trailing-slash',
  'no-server-trailing-slash',
  'operation-operationId-url-safe',
  'operation-summary',
]);

type Finding = Awaited<ReturnType<typeof lintDocument>>[number];

/** Whether it is against the specification. An operation without security is not, one with a scheme that isn't there is. */
const isError = ({ severity, ruleId, message }: Finding): boolean => {
  if (severity !== 'error' || adviceOnly.has(ruleId)) return false;
  return ruleId !== 'security-defined' || message.startsWith('There is no');
};

matchInLinearTime();

/** Nothing is ever fetched or opened (requirement D4), whatever a reference says. */
class NoResolver extends BaseResolver {
  override async loadExternalRef(reference: string): Promise<Source> {
    throw new ResolveError(new Error(`${reference} is not read`));
  }
}

/**
 * What Redocly's recommended rules say about a document that was read within the limits, what is against OpenAPI first,
 * each with its place. Runs in the worker thread only: the largest documents take seconds.
 */
export const lintParsed = async ({ text, value }: ParsedSpec): Promise<Omit<LintResult, 'document'>> => {
  const source = new Source('/spec.yaml', text);
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintDocument({
    document: { source, parsed: value },
    config,
    externalRefResolver: new NoResolver(),
  });
  const errors = found.filter(isError);
  const ordered = [...errors, ...found.filter((one) => !isError(one))];
  const problems = ordered.slice(0, most).map((one): SpecProblem => {
    const { message, ruleId, location } = one;
    const start = location[0] && getLineColLocation(location[0]).start;
    return {
      severity: isError(one) ? 'error' : 'warning',
      message: message.slice(0, longest).toWellFormed(),
      rule: ruleId,
      line: start?.line ?? 1,
      column: start?.col ?? 1,
    };
  });
  return { problems, errors: errors.length, total: found.length };
};
