import {
  BaseResolver,
  createConfig,
  getLineColLocation,
  lintDocument,
  ResolveError,
  Source,
} from '@redocly/openapi-core';
import type { SpecProblem } from '#domain/api/schema.ts';
import { matchInLinearTime } from './linear-patterns.ts';
import type { ParsedSpec } from './parse-spec.ts';

/** Problems that are answered; a document with more is mended a piece at a time. */
const most = 500;
const longest = 500;

matchInLinearTime();

/** Nothing is ever fetched or opened (requirement D4), whatever a reference says. */
class NoResolver extends BaseResolver {
  override async loadExternalRef(reference: string): Promise<Source> {
    throw new ResolveError(new Error(`${reference} is not read`));
  }
}

/**
 * What Redocly's recommended rules say about a document that was read within the limits, errors first, each with its
 * place. Runs in the worker thread only: the largest documents take seconds.
 */
export const lintParsed = async ({ text, value }: ParsedSpec): Promise<{ problems: SpecProblem[]; total: number }> => {
  const source = new Source('/spec.yaml', text);
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintDocument({
    document: { source, parsed: value },
    config,
    externalRefResolver: new NoResolver(),
  });
  const ordered = [
    ...found.filter(({ severity }) => severity === 'error'),
    ...found.filter(({ severity }) => severity !== 'error'),
  ];
  const problems = ordered.slice(0, most).map(({ severity, message, ruleId, location: [location] }): SpecProblem => {
    const start = location && getLineColLocation(location).start;
    return {
      severity: severity === 'error' ? 'error' : 'warning',
      message: message.slice(0, longest).toWellFormed(),
      rule: ruleId,
      line: start?.line ?? 1,
      column: start?.col ?? 1,
    };
  });
  return { problems, total: found.length };
};
