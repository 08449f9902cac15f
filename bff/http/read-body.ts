import type { Context } from 'hono';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { jsonBody } from '#platform/json/json-body.ts';
import { type JsonLimits, jsonCounter } from '#platform/json/json-size.ts';
import { tooLarge } from '#platform/json/too-large.ts';
import { largeBodies, smallBody } from '../input/body-limits.ts';
import type { WorkCaller } from '../processes/fair-queue.ts';
import { type Room, takeRoom } from './body-room.ts';
import type { BffEnv } from './context.ts';

/** Returns the announced length; undefined for a chunked body. */
const declaredLength = (c: Context<BffEnv>): number | undefined => {
  const length = c.req.header('content-length');
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? undefined : Number(length);
};

/**
 * Reads a JSON body. Reads nothing of a body that announces too much. Counts the values in its beginning while it arrives
 * and stops reading when there are too many. The parser counts the whole body.
 *
 * @param limit bytes.
 * @throws RefusedError `body.too-large`, or `body.malformed` when the body ends early.
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
      c.get('body')?.received(length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    throw new RefusedError(refuse('invalid', { code: 'body.malformed' }));
  }
  c.get('body')?.complete();
  return Buffer.concat(chunks);
};

/**
 * Does the work with the body while there is memory for it. A body that is large, by its announced or received length,
 * takes one of the person's places. Memory is reserved as data arrives. A body that arrives too slowly is cut off.
 *
 * @param bodies large bodies that the caller may send at the same time.
 * @throws RefusedError when there is no memory, or `body.too-slow`; and the errors of the work.
 */
export const withRoom = async <Result>(
  c: Context<BffEnv>,
  by: WorkCaller,
  work: () => Promise<Result>,
  bodies?: number,
): Promise<Result> => {
  const declared = declaredLength(c) ?? 0;
  const slow = Promise.withResolvers<never>();
  const { slowest } = largeBodies;
  let room: Room | undefined;
  let watch: NodeJS.Timeout | undefined;
  let come = 0;
  const take = (): Room => {
    const taken = takeRoom(by, bodies);
    let before = come;
    watch = setInterval(() => {
      if (come - before < slowest.bytes) slow.reject(new RefusedError(refuse('invalid', { code: 'body.too-slow' })));
      before = come;
    }, slowest.milliseconds);
    return taken;
  };
  const received = (bytes: number): void => {
    come = bytes;
    if (Math.max(bytes, declared) <= smallBody) return;
    room ??= take();
    room.book(bytes);
  };
  try {
    received(0);
    c.set('body', { received, complete: () => clearInterval(watch) });
    return await Promise.race([work(), slow.promise]);
  } finally {
    clearInterval(watch);
    room?.giveBack();
  }
};
