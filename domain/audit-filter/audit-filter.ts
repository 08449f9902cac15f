import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

const about = { userId: idSchema, filterId: idSchema };

/** The filters that a person keeps of the audit. Names and queries can name somebody, so both are encrypted with the person's key. */
export const auditFilterEvents = {
  AuditFilterSaved: event(z.object({ ...about, name: z.string(), query: z.string() }), {
    personal: { fields: ['name', 'query'], subject: ({ userId }) => Number(userId) },
  }),
  AuditFilterRemoved: event(z.object(about)),
};

export type AuditFilterEvent = EventsOf<typeof auditFilterEvents>;

/** `query`: what stands in the address of the screen after the question mark. */
type SavedFilter = Readonly<{ filterId: number; name: string; query: string }>;

export type AuditFilterCommand =
  /** `filterId` 0: a new one. */
  | Command<'SaveFilter', SavedFilter & { userId: number }>
  | Command<'RemoveFilter', { userId: number; filterId: number }>;

/** One person's filters. `last`: the greatest number that one of them ever had. */
export type AuditFilterList = Readonly<{ last: number; filters: readonly SavedFilter[] }>;
