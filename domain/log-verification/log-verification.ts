import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

const count = z.int().check(z.minimum(0));

/** A verification of the whole log that somebody asked for. Those of every night are in the trail (`LogVerified`). */
export const logVerificationEvents = {
  LogVerificationRequested: event(z.object({ userId: idSchema })),
  /** `events`: how many were looked at. `findings`: how many differ. `first`: the stream and version of one of them. `rows`: of read tables that were found
   * changed in the last days. */
  LogVerificationCompleted: event(
    z.object({ events: count, findings: count, rows: z.optional(count), first: z.optional(z.string()) }),
  ),
  /** It could not look at the whole log. */
  LogVerificationBrokenOff: event(z.object({ events: count })),
};

export type LogVerificationEvent = EventsOf<typeof logVerificationEvents>;
type Data<Type extends LogVerificationEvent['type']> = Extract<LogVerificationEvent, { type: Type }>['data'];

export type LogVerificationCommand =
  | Command<'RequestVerification', Data<'LogVerificationRequested'>>
  | Command<'CompleteVerification', Data<'LogVerificationCompleted'>>
  | Command<'BreakVerificationOff', Data<'LogVerificationBrokenOff'>>;

export type RequestedVerification = Readonly<{ status: 'none' | 'requested' | 'ended' }>;
