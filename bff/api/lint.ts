import { lintBody, lintResult } from '#domain/api/lint.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { atField } from '#specs/spec-refusal.ts';
import { lintSpec } from '../documents/lint-spec.ts';
import { route } from '../http/route.ts';
import { textBodySize } from '../input/body-limits.ts';

export const lintCommands = [
  route({
    method: 'post',
    path: '/api/lint',
    limit: 'lint',
    action: 'spec.lint',
    summary: 'What the rules say about a text that need not be saved; it changes nothing',
    body: lintBody,
    document: 'specText',
    bodySize: textBodySize,
    response: lintResult,
    handle: async ({ actor, c, document }) => {
      const result = await lintSpec(document, { by: actor, signal: c.req.raw.signal });
      if (isRefusal(result)) throw new RefusedError(atField(result, 'specText'));
      return result;
    },
  }),
];
