import type { Context } from 'hono';
import * as z from 'zod';
import { RefusedError } from '#domain/core/problem.ts';
import { parseJsonBody } from '#platform/json/json-body.ts';
import { atField } from '#specs/spec-refusal.ts';
import { runSpecJob } from '../documents/spec-job.ts';
import { smallBody } from '../input/body-limits.ts';
import { type Envelope, openEnvelope } from '../input/envelope.ts';
import { invalidInput, refuseUnstorable } from '../input/invalid.ts';
import type { WorkCaller } from '../processes/fair-queue.ts';
import type { BffEnv } from './context.ts';
import { readBody } from './read-body.ts';

/** A validated body and the document that was in it. */
export type TakenBody = Readonly<{ body: unknown; document: Uint8Array }>;

export const noBody: TakenBody = { body: undefined, document: new Uint8Array() };

const json = /^application\/([a-z-.]+\+)?json\s*(;|$)/i;

/** Parses a small body here and a large one in a child process, in the caller's turn. */
const open = async (c: Context<BffEnv>, by: WorkCaller, bytes: Uint8Array, field: string): Promise<Envelope> => {
  if (bytes.length <= smallBody) return openEnvelope(bytes, field);
  const signal = c.req.raw.signal;
  const response = await runSpecJob({ kind: 'envelope', field }, [{ load: async () => bytes }], { by, signal });
  if (response.kind === 'envelope') return response.envelope;
  const isSpecProblem = response.refusal.problems[0].code.startsWith('spec.');
  throw new RefusedError(isSpecProblem ? atField(response.refusal, field) : response.refusal);
};

const read = async (
  c: Context<BffEnv>,
  by: WorkCaller,
  { document, bodySize }: Readonly<{ document?: string; bodySize: number }>,
): Promise<Envelope> => {
  // A body without JSON's content type is ignored. The schema then reports the missing fields.
  if (!json.test(c.req.header('content-type') ?? '')) return { rest: {}, document: new Uint8Array() };
  const bytes = await readBody(c, bodySize);
  if (document !== undefined) return await open(c, by, bytes, document);
  return { rest: parseJsonBody(bytes), document: new Uint8Array() };
};

/**
 * Reads the JSON body of a route and checks it.
 *
 * @throws RefusedError when it is too large, is not JSON, or does not match its schema.
 */
export const takeBody = async (
  c: Context<BffEnv>,
  by: WorkCaller,
  route: Readonly<{ body: z.core.$ZodType; document?: string; bodySize: number }>,
): Promise<TakenBody> => {
  const { rest, document } = await read(c, by, route);
  const parsed = await z.safeParseAsync(route.body, rest);
  if (!parsed.success) throw invalidInput(parsed.error);
  refuseUnstorable(parsed.data);
  return { body: parsed.data, document };
};
