import * as z from 'zod';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { refuse } from '../core/problem.ts';

const fields = z.object({
  businessAreaId: idSchema,
  name: z.string().min(1).max(200),
  description: z.string().max(1000),
});

export const businessAreaEvents = { BusinessAreaAdded: event(fields) };

export type BusinessAreaEvent = EventsOf<typeof businessAreaEvents>;
export type BusinessAreaCommand = Command<'AddBusinessArea', z.output<typeof fields>>;
export type BusinessArea = Readonly<{ status: 'none' | 'active' }>;

export const businessAreaDecider: Decider<BusinessArea, BusinessAreaCommand, BusinessAreaEvent> = {
  noun: 'business-area',
  initialState: { status: 'none' },
  decide: ({ data }, state) =>
    state.status === 'none'
      ? [{ type: 'BusinessAreaAdded', data }]
      : refuse('conflict', { code: 'business-area.exists' }),
  evolve: () => ({ status: 'active' }),
};
