import * as z from 'zod/mini';
import { warningDays } from '../access/grant-end.ts';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

const key = { consumerId: idSchema, deploymentId: idSchema, apiId: idSchema, organizationId: idSchema };

/** What people are told of a key's end. One stream for each key, apart from the key's own: the last release reads that one. */
export const keyEndEvents = {
  /** The key ends within so many days. */
  KeyEnding: event(
    z.object({
      ...key,
      endsAt: z.iso.datetime(),
      days: z.union(warningDays.map((days) => z.literal(days))),
    }),
  ),
};

export type KeyEndEvent = EventsOf<typeof keyEndEvents>;

/** @property now ISO time. */
export type KeyEndCommand = Command<'ReportKeyEnding', Omit<KeyEndEvent['data'], 'days'> & Readonly<{ now: string }>>;

/** The last warning, and the end that it was about. Null: none yet. */
export type KeyEnd = Readonly<{ told: Readonly<{ endsAt: string; days: number }> | null }>;
