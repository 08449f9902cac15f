import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Decider } from '#domain/core/decider.ts';
import { type EventMeta, type EventsOf, event } from '#domain/core/event.ts';
import { refuse } from '#domain/core/problem.ts';
import type { Append } from '../event-store.ts';

/** A small noun for tests of the log, so that changes to the portal's nouns do not affect them. */
export const sampleEvents = {
  NoteWritten: event(z.object({ text: z.string(), author: z.int(), address: z.optional(z.email()) }), {
    personal: { fields: ['address'], subject: (data) => Number(data.author) },
  }),
  NoteCounted: event(z.object({ count: z.int() })),
  NoteMoved: event(z.object({ folder: z.string(), reason: z._default(z.string(), 'none') }), {
    version: 3,
    upcast: (data, version) => ({
      ...(version === 1 ? { folder: data.place } : data),
      reason: data.reason ?? 'unknown',
    }),
  }),
};

export type SampleEvent = EventsOf<typeof sampleEvents>;
export type SampleCommand =
  | Readonly<{ type: 'Count'; data: Readonly<{ by: number }> }>
  | Readonly<{ type: 'CountOnce'; data: Readonly<{ by: number }> }>;

/** Counts. `CountOnce` is allowed only at zero. */
export const sampleDecider: Decider<number, SampleCommand, SampleEvent> = {
  noun: 'note',
  initialState: 0,
  decide: ({ type, data }, state) => {
    if (type === 'CountOnce' && state > 0) return refuse('conflict', { code: 'note.counted' });
    return data.by === 0 ? [] : [{ type: 'NoteCounted', data: { count: data.by } }];
  },
  evolve: (state, { type, data }) => (type === 'NoteCounted' ? state + data.count : state),
};

export const sampleMeta = (more: Partial<EventMeta> = {}): EventMeta => ({
  actor: { userId: 7, organizationId: 3, roles: ['ROLE_COMPANY_USER'] },
  commandId: randomUUID(),
  correlationId: randomUUID(),
  time: '2026-01-02T03:04:05.678Z',
  ...more,
});

/** Returns an append of `count` events to a stream. */
export const sampleAppend = (
  stream: string,
  expectedVersion: number,
  count = 1,
  more: Partial<Append<SampleEvent>> = {},
): Append<SampleEvent> => ({
  stream,
  expectedVersion,
  events: Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: 'NoteCounted',
    data: { count: expectedVersion + index + 1 },
  })),
  meta: sampleMeta(),
  ...more,
});
