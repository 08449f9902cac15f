import type { Context } from 'hono';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { BffEnv } from '../context.ts';
import type { WorkCaller } from '../threads/fair-queue.ts';
import { jsonBody, smallBody } from './body-limits.ts';
import { takeRoom } from './body-room.ts';
import { type JsonLimits, jsonCounter } from './json-size.ts';

const tooLarge = (): RefusedError => new RefusedError(refuse('too-large', { code: 'body.too-large' }));

/** Undefined when it is sent in chunks, so that nobody knows yet. */
const declaredLength = (c: Context<BffEnv>): number | undefined => {
  const length = c.req.header('content-length');
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? undefined : Number(length);
};

/**
 * Reads a JSON body, and nothing of one that says that it is too large. What the beginning holds is counted while it
 * comes, so that no more is read of one that holds too much; the whole is counted by whoever parses it.
 *
 * @param limit bytes.
 * @throws RefusedError `body.too-large`, or `body.malformed` when it breaks off.
 */
export const readBody = async (
  c: Context<BffEnv>,
  limit: number,
  limits: JsonLimits = jsonBody,
): Promise<Uint8Array> => {
  if ((declaredLength(c) ?? 0) > limit) throw tooLarge();
  const count = jsonCounter(limits);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      if (length < smallBody) count(chunk.subarray(0, smallBody - length));
      length += chunk.length;
      if (length > limit) throw tooLarge();
      c.get('received')?.(length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new RefusedError(refuse('invalid', { code: 'body.malformed' }));
  }
  return Buffer.concat(chunks);
};

/**
 * Does what needs the body while there is room for it: taken at once for one that says that it is large, else when it
 * has become so.
 *
 * @param limit bytes that it may have.
 * @throws RefusedError when there is no room, and what the work throws.
 */
export const withRoom = async <Result>(
  c: Context<BffEnv>,
  by: WorkCaller,
  limit: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const declared = declaredLength(c);
  let giveBack: (() => void) | undefined;
  const received = (bytes: number): void => {
    if (bytes > smallBody) giveBack ??= takeRoom(by, Math.min(declared ?? limit, limit));
  };
  received(declared ?? 0);
  c.set('received', received);
  try {
    return await work();
  } finally {
    giveBack?.();
  }
};
