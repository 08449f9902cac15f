import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { businessAreaDescriptionLimit, businessAreaNameLimit } from './limits.ts';

const details = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(businessAreaNameLimit)),
  description: z.string().check(z.maxLength(businessAreaDescriptionLimit)),
});
export type BusinessAreaDetails = z.output<typeof details>;

export const businessAreaEvents = {
  BusinessAreaAdded: event(z.extend(details, { businessAreaId: idSchema })),
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
