import { lintBody, lintResult, specSizeLimit } from '#domain/api/schema.ts';
import { isRefusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { route } from '../http/route.ts';
import { lintSpec } from '../specs/lint-spec.ts';

export const lintCommands = [
  route({
    method: 'post',
    path: '/api/lint',
    limit: 'lint',
    action: 'spec.lint',
    summary: 'What the rules say about a text that need not be saved; it changes nothing',
    body: lintBody,
    bodySize: 2 * specSizeLimit + 64 * 1024,
    answer: lintResult,
    handle: async ({ c, body }) => {
      const result = await lintSpec(new TextEncoder().encode(body.specText), { signal: c.req.raw.signal });
      if (!isRefusal(result)) return result;
      const [problem] = result.problems;
      throw new RefusedError(refuse(result.refused, { ...problem, field: 'specText' }));
    },
  }),
];
