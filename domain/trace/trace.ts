import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

const organizationId = idSchema;

/** How often it happened since the record before. */
const count = z.int().check(z.minimum(1));

/** Kinds of refusals that are recorded: they say that somebody wanted what they may not do, or what is not there. */
export const recordedRefusals = ['forbidden', 'not-found', 'conflict'] as const;
export type RecordedRefusal = (typeof recordedRefusals)[number];

/** A call as the list of routes has it: `POST /api/event-topic/{id}/messages`, without anybody's ids. */
const call = z.string().check(z.maxLength(200));

/**
 * What changes nothing and is in the trail all the same (requirement F2). Each record has a stream of its own with a random id. The
 * rule of the call is in the event's meta.
 */
export const traceEvents = {
  /** Of the organization of whoever was refused. Neither body nor ids: they can hold secrets. */
  CommandRefused: event(
    z.object({
      organizationId,
      call,
      refused: z.enum(recordedRefusals),
      code: z.string().check(z.maxLength(100)),
      count,
    }),
  ),
  /** Somebody else's name, addresses and roles were shown. Of the organization of the person. */
  PersonViewed: event(z.object({ userId: idSchema, organizationId, count })),
  /** All rows of a list left the portal as a file. */
  ListExported: event(z.object({ organizationId, call })),
  AuditRead: event(z.object({ organizationId, count })),
  /** The whole log was verified. */
  LogVerified: event(
    z.object({
      by: z.enum(['portal', 'operator']),
      events: z.int().check(z.minimum(0)),
      findings: z.int().check(z.minimum(0)),
      /** Rows of read tables that were found changed in the last days. */
      rows: z.optional(z.int().check(z.minimum(1))),
    }),
  ),
};

export type TraceEvent = EventsOf<typeof traceEvents>;

/** Records an event. */
export type TraceCommand = Command<'Record', TraceEvent>;

/** A record happens once. */
export type Trace = Readonly<{ status: 'none' | 'recorded' }>;
