import type { Context } from 'hono';
import type { Action } from '#domain/core/authorization.ts';
import type { Call } from '#domain/core/call.ts';
import { RefusedError } from '#domain/core/problem.ts';
import { type RecordedRefusal, recordedRefusals } from '#domain/trace/trace.ts';
import { cutText } from '#platform/cut-text.ts';
import type { LimitName } from './call-limits.ts';
import type { BffEnv, Caller } from './context.ts';
import { eventMeta } from './event-meta.ts';
import type { Services } from './services.ts';

type Called = Readonly<{ c: Context<BffEnv>; services: Services; caller: Caller | undefined }>;

/** A route, as far as its records need it. */
type Recorded = Pick<Call, 'method' | 'path'> &
  Readonly<{ action: Action; limit?: LimitName; isRead?: boolean; recordsItself?: true }>;

const callOf = ({ method, path }: Recorded): string => cutText(`${method.toUpperCase()} ${path}`, 200);

const isRecorded = (kind: string): kind is RecordedRefusal => (recordedRefusals as readonly string[]).includes(kind);

/**
 * Records a refused command of somebody who is signed in (requirement F2). Reads are not commands; wrong fields, too many
 * calls and outages say nothing about rights.
 */
export const recordRefusal = async (
  definition: Recorded,
  { c, services, caller }: Called,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof RefusedError) || !caller || caller.actor.userId === 0) return;
  const { refused, problems } = error.refusal;
  if (definition.method === 'get' || definition.isRead || !isRecorded(refused)) return;
  const { organizationId } = caller.actor;
  await services.traces.count({
    event: {
      type: 'CommandRefused',
      data: { organizationId, call: callOf(definition), refused, code: cutText(problems[0].code, 100), count: 1 },
    },
    meta: eventMeta({ c, services, caller, action: definition.action }, ''),
  });
};

/** Records that somebody gets a list as a file, of which HEAD gets nothing. @throws UnavailableError: without the record there is no file. */
export const recordExport = async (definition: Recorded, { c, services, caller }: Called): Promise<void> => {
  if (definition.limit !== 'export' || definition.recordsItself || !caller || c.req.method === 'HEAD') return;
  const { organizationId } = caller.actor;
  await services.traces.record({
    event: { type: 'ListExported', data: { organizationId, call: callOf(definition) } },
    meta: eventMeta({ c, services, caller, action: definition.action }, ''),
  });
};
