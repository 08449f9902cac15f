import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { drainedForms } from '../input/body-limits.ts';
import type { BffEnv } from './context.ts';

/** People whose refused form is being read to its end. Each process counts its own connections. */
const drained = new Set<number>();

/**
 * Returns the person whose refused form may be drained: signed in, with a file that is too large, one form at a time.
 * Other refused forms are not read, because anybody could send them again and again.
 */
export const drainedFor = (c: Context<BffEnv>): number | undefined => {
  const userId = c.get('caller')?.actor.userId;
  const isForm = /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');
  return isForm && c.res.status === 413 && userId !== undefined && !drained.has(userId) ? userId : undefined;
};

/** Reads the rest and keeps nothing. Resolves at the form's end, at a limit, or when the client has gone. */
export const drainForm = (userId: number, incoming: IncomingMessage, signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let length = 0;
  const count = (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > drainedForms.bytes) stop();
  };
  const stop = () => {
    clearTimeout(timer);
    drained.delete(userId);
    // Nothing more is read from the socket until it is closed.
    incoming.off('data', count).pause();
    resolve();
  };
  const timer = setTimeout(stop, drainedForms.milliseconds);
  drained.add(userId);
  signal.addEventListener('abort', stop);
  for (const over of ['end', 'error', 'close']) incoming.once(over, stop);
  // The earlier reader would keep the data and slow down the rest.
  incoming.removeAllListeners('data').on('data', count).resume();
  return promise;
};
