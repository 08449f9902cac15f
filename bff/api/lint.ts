import { lintText } from '#domain/api/text-calls.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { atField } from '#specs/spec-refusal.ts';
import { lintSpec } from '../documents/lint-spec.ts';
import { route } from '../http/route.ts';
import { textBodySize } from '../input/body-limits.ts';

export const lintCommands = [
  route(lintText, {
    limit: 'lint',
    action: 'spec.lint',
    summary: 'What the rules say about a text that need not be saved; it changes nothing',
    bodySize: textBodySize,
    handle: async ({ actor, c, document }) => {
      const result = await lintSpec(document, { by: actor, signal: c.req.raw.signal });
      if (isRefusal(result)) throw new RefusedError(atField(result, 'specText'));
      return result;
    },
  }),
];
