import * as z from 'zod';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { businessAreaDescriptionLimit, businessAreaNameLimit } from './limits.ts';

const details = z.object({
  name: z.string().min(1).max(businessAreaNameLimit),
  description: z.string().max(businessAreaDescriptionLimit),
});
export type BusinessAreaDetails = z.output<typeof details>;

export const businessAreaEvents = {
  BusinessAreaAdded: event(details.extend({ businessAreaId: idSchema })),
  BusinessAreaChanged: event(z.object({ businessAreaId: idSchema, from: details, to: details })),
  BusinessAreaRemoved: event(z.object({ businessAreaId: idSchema })),
};

export type BusinessAreaEvent = EventsOf<typeof businessAreaEvents>;
export type BusinessAreaCommand =
  | Command<'AddBusinessArea', BusinessAreaDetails & { businessAreaId: number }>
  | Command<'ChangeBusinessArea', BusinessAreaDetails>
  /** `isInUse`: something belongs to the area (`bff/business-area/uses.ts`). */
  | Command<'RemoveBusinessArea', { isInUse: boolean }>;

export type BusinessArea =
  | Readonly<{ status: 'none' | 'removed' }>
  | Readonly<{ status: 'active'; businessAreaId: number; details: BusinessAreaDetails }>;
