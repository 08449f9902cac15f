import type { MiddlewareHandler } from 'hono';
import { inSpan } from '#platform/spans/span.ts';
import { readTraceparent } from '#platform/spans/traceparent.ts';
import type { BffEnv } from './context.ts';

/**
 * Runs each call as a span. It belongs to the trace of the click, which the web app makes, or of the script: only of somebody who is
 * signed in, because a stranger has no say in what stands beside whose calls. The id of a trace decides nothing. `tracestate` and
 * `baggage` are read by nobody.
 */
export const requestSpan = (): MiddlewareHandler<BffEnv> => async (c, next) => {
  const parent = c.get('caller') ? readTraceparent(c.req.header('traceparent')) : undefined;
  const { method } = c.req;
  await inSpan(
    method,
    { kind: 'server', parent, attributes: { 'http.request.method': method } },
    async ({ rename, say }) => {
      await next();
      const { status } = c.res;
      // The pattern of the path: the path itself has ids of people in it, and the query what they searched for.
      rename(`${method} ${c.req.routePath}`);
      say({ 'http.route': c.req.routePath, 'http.response.status_code': status }, status >= 500);
    },
  );
};
