import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Refusal, RefusalKind } from '#domain/core/problem.ts';
import { currentTraceId } from '#platform/spans/span.ts';
import { messageOf } from '../input/message-of.ts';
import type { BffEnv } from './context.ts';

const statuses: Record<RefusalKind, ContentfulStatusCode> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  busy: 429,
  unavailable: 503,
};

/**
 * Responds with a refusal as `application/problem+json` (RFC 9457): a stable `code`, the text as `detail`, `errors` by
 * field, the correlation id that users can quote (requirement M4), and the id of the trace, where the call has one.
 *
 * For refusals that are temporary, Retry-After is the first problem's `seconds`, or 5.
 *
 * @param status default: the status of the kind of refusal.
 */
export const problemResponse = (
  c: Context<BffEnv>,
  { refused, problems, changed, why }: Refusal,
  status: ContentfulStatusCode = statuses[refused],
): Response => {
  const [first] = problems;
  const errors = problems
    .filter((problem) => problem.field !== undefined)
    .map((problem) => ({ ...problem, message: messageOf(problem) }));
  return c.body(
    JSON.stringify({
      type: 'about:blank',
      status,
      code: first.code,
      detail: messageOf(first),
      ...(first.parameters ? { parameters: first.parameters } : {}),
      errors,
      ...(changed ? { changed } : {}),
      ...(why ? { why } : {}),
      correlationId: c.get('correlationId'),
      traceId: currentTraceId(),
    }),
    status,
    {
      'content-type': 'application/problem+json',
      ...(refused === 'busy' || refused === 'unavailable'
        ? { 'retry-after': String(first.parameters?.seconds ?? 5) }
        : {}),
    },
  );
};
