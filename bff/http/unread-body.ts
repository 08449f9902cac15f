import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { BffEnv } from '../context.ts';
import { smallBody } from './body-limits.ts';

/** Milliseconds that a client has to read the answer and to stop sending, before its connection is closed. */
const grace = 2_000;

/** A body that is there at once and ends later, or when nobody reads it any more. */
const endingLate = (bytes: Uint8Array): ReadableStream<Uint8Array> => {
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes);
      timer = setTimeout(() => controller.close(), grace);
    },
    cancel: () => clearTimeout(timer),
  });
};

/**
 * Has a large body that was refused stay where it is: with the client. A server that goes on with the connection would
 * have to read it to its end first, as often as somebody sends one. The answer says how long it is and that the
 * connection closes; what is closed at once, with bytes unread, would be reset before the client has read the answer.
 */
export const leaveUnread = (): MiddlewareHandler<BffEnv> => async (c, next) => {
  await next();
  // A request without a socket has none: a test's own.
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const isSmall = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) <= smallBody;
  if (!incoming || incoming.complete || isSmall || c.res.status < 400) return;
  const bytes = new Uint8Array(await c.res.arrayBuffer());
  const headers = new Headers(c.res.headers);
  headers.set('connection', 'close');
  headers.set('content-length', String(bytes.length));
  c.res = new Response(endingLate(bytes), { status: c.res.status, headers });
};
