import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import {
  eventCategoryDescriptionLimit,
  eventCategoryNameLimit,
  eventCategoryTypeLimit,
  eventSchemaLimit,
  eventTypeIdLimit,
  mostEvents,
} from './limits.ts';

/** An event of a category. `schema` is the text of a JSON Schema. `eventTypeId` tells events apart on the broker. */
const categoryEvent = z.object({
  id: idSchema,
  name: z.string().check(z.minLength(1), z.maxLength(eventCategoryNameLimit)),
  description: z.string().check(z.maxLength(eventCategoryDescriptionLimit)),
  eventTypeId: z.string().check(z.minLength(1), z.maxLength(eventTypeIdLimit)),
  schema: z.string().check(z.minLength(1), z.maxLength(eventSchemaLimit)),
});
export type CategoryEvent = z.output<typeof categoryEvent>;

const details = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(eventCategoryNameLimit)),
  description: z.string().check(z.maxLength(eventCategoryDescriptionLimit)),
  /** '' for no type. */
  type: z.string().check(z.maxLength(eventCategoryTypeLimit)),
  businessAreaId: idSchema,
  events: z.array(categoryEvent).check(z.maxLength(mostEvents)),
});
export type EventCategoryDetails = z.output<typeof details>;

/** What a change says of the details before it: all but the schemas, which the event before it has. */
const outline = z.object({
  name: z.string(),
  description: z.string(),
  type: z.string(),
  businessAreaId: idSchema,
  /** The `eventTypeId` of its events. */
  events: z.array(z.string()),
});
export type EventCategoryOutline = z.output<typeof outline>;

export const eventCategoryEvents = {
  /** Version 1. */
  EventCategoryAdded: event(z.extend(details, { eventCategoryId: idSchema })),
  /** `changed` names the events whose name, description or schema is another one now. */
  EventCategoryChanged: event(
    z.object({
      eventCategoryId: idSchema,
      version: z.int().check(z.minimum(2)),
      from: outline,
      to: details,
      changed: z.array(z.string()),
    }),
  ),
  EventCategoryRemoved: event(z.object({ eventCategoryId: idSchema })),
};

export type EventCategoryEvent = EventsOf<typeof eventCategoryEvents>;

/** An event as a form sends it. `id` 0: a new one. */
export type SentEvent = Omit<CategoryEvent, 'id'> & { id: number };
export type SentDetails = Omit<EventCategoryDetails, 'events'> & { events: readonly SentEvent[] };

export type EventCategoryCommand =
  | Command<'AddEventCategory', SentDetails & { eventCategoryId: number }>
  | Command<'ChangeEventCategory', SentDetails>
  /** `isInUse`: something belongs to the category (`bff/event-category/uses.ts`). */
  | Command<'RemoveEventCategory', { isInUse: boolean }>;

/** `lastEventId`: the greatest id that an event of it ever had. */
export type EventCategory =
  | Readonly<{ status: 'none' | 'removed' }>
  | Readonly<{
      status: 'active';
      eventCategoryId: number;
      version: number;
      lastEventId: number;
      details: EventCategoryDetails;
    }>;

/** Returns details without schemas. */
export const outlineOf = ({ events, ...rest }: EventCategoryDetails): EventCategoryOutline => ({
  ...rest,
  events: events.map(({ eventTypeId }) => eventTypeId),
});
