import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { smallBody } from '../input/body-limits.ts';
import type { BffEnv } from './context.ts';
import { drainedFor, drainForm } from './drain-form.ts';

/** Milliseconds that a client has to read the response and stop sending before its connection is closed. */
const grace = 2_000;

/** Returns a response body that is sent at once and ends when `wait` is over or nobody reads it any more. */
const endingLate = (bytes: Uint8Array, wait: (signal: AbortSignal) => Promise<void>): ReadableStream<Uint8Array> => {
  const unread = new AbortController();
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes);
      void wait(unread.signal).then(() => unread.signal.aborted || controller.close());
    },
    cancel: () => unread.abort(),
  });
};

/** Resolves after the client's time. */
const giveTime = (signal: AbortSignal): Promise<void> =>
  setTimeout(grace, undefined, { signal }).catch(() => undefined);

/**
 * Leaves a refused large body unread. To keep the connection, the server would have to read every such body to its end. So
 * the response has a length and closes the connection. It is not closed at once, because unread bytes would reset it
 * before the client has read the response. A form with a file that is too large is read for a while, because a browser
 * sends the whole form before it reads the response.
 */
export const leaveUnread = (): MiddlewareHandler<BffEnv> => async (c, next) => {
  await next();
  // A request without a socket, in a test.
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  const isSmall = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) <= smallBody;
  if (!incoming || incoming.complete || isSmall || c.res.status < 400) return;
  const bytes = new Uint8Array(await c.res.arrayBuffer());
  const headers = new Headers(c.res.headers);
  headers.set('connection', 'close');
  headers.set('content-length', String(bytes.length));
  const userId = drainedFor(c);
  const wait = userId === undefined ? giveTime : (signal: AbortSignal) => drainForm(userId, incoming, signal);
  c.res = new Response(endingLate(bytes, wait), { status: c.res.status, headers });
};
