import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { drainedForms } from '../input/body-limits.ts';
import type { BffEnv } from './context.ts';

/** People whose refused form is read to its end just now. Each process counts its own: it is its connection. */
const drained = new Set<number>();

/**
 * Whose refused form may be drained: somebody's who is signed in, whose file is too large, and one form of theirs at once.
 * What others send, and what is refused for its number, would be read as often as somebody sends it.
 */
export const drainedFor = (c: Context<BffEnv>): number | undefined => {
  const userId = c.get('caller')?.actor.userId;
  const isForm = /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '');
  return isForm && c.res.status === 413 && userId !== undefined && !drained.has(userId) ? userId : undefined;
};

/** Reads on and keeps nothing. Resolves at the form's end, at a bound, or when the client is gone. */
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
    // No more comes out of the socket, until it is closed.
    incoming.off('data', count).pause();
    resolve();
  };
  const timer = setTimeout(stop, drainedForms.milliseconds);
  drained.add(userId);
  signal.addEventListener('abort', stop);
  for (const over of ['end', 'error', 'close']) incoming.once(over, stop);
  // Whoever read the beginning would keep what comes, and hold the rest up.
  incoming.removeAllListeners('data').on('data', count).resume();
  return promise;
};
