import type { Context } from 'hono';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { BffEnv } from '../context.ts';
import type { WorkCaller } from '../specs/fair-queue.ts';
import { smallBody } from './body-limits.ts';
import { takeRoom } from './body-room.ts';

const tooLarge = (): RefusedError => new RefusedError(refuse('too-large', { code: 'body.too-large' }));

/** Undefined when it is sent in chunks, so that nobody knows yet. */
const declaredLength = (c: Context<BffEnv>): number | undefined => {
  const length = c.req.header('content-length');
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? undefined : Number(length);
};

/**
 * Reads a body, and nothing of one that says that it is too large.
 *
 * @param limit bytes.
 * @throws RefusedError `body.too-large`, or `body.malformed` when it breaks off.
 */
export const readBody = async (c: Context<BffEnv>, limit: number): Promise<Uint8Array> => {
  if ((declaredLength(c) ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw new RefusedError(refuse('invalid', { code: 'body.malformed' }));
  }
  if (length > limit) throw tooLarge();
  return Buffer.concat(chunks);
};

/**
 * Does what needs the body while there is room for it.
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
  const bytes = Math.min(declaredLength(c) ?? limit, limit);
  if (bytes <= smallBody) return await work();
  const giveBack = takeRoom(by, bytes);
  try {
    return await work();
  } finally {
    giveBack();
  }
};
