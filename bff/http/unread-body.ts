import { setTimeout } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { smallBody } from '../input/body-limits.ts';
import type { BffEnv } from './context.ts';
import { drainedFor, drainForm } from './drain-form.ts';

/** Milliseconds that a client has to read the answer and to stop sending, before its connection is closed. */
const grace = 2_000;

/** A body that is there at once and ends when `wait` is over, or when nobody reads it any more. */
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

/** Resolves when the client had its time. */
const giveTime = (signal: AbortSignal): Promise<void> =>
  setTimeout(grace, undefined, { signal }).catch(() => undefined);

/**
 * Has a large body that was refused stay where it is: with the client. A server that goes on with the connection would
 * have to read it to its end first, as often as somebody sends one. The answer says how long it is and that the
 * connection closes; what is closed at once, with bytes unread, would be reset before the client has read the answer.
 * A form with a file that is too large is read on for a while: a browser sends all of it before it reads.
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
  const userId = drainedFor(c);
  const wait = userId === undefined ? giveTime : (signal: AbortSignal) => drainForm(userId, incoming, signal);
  c.res = new Response(endingLate(bytes, wait), { status: c.res.status, headers });
};
