import * as z from 'zod/mini';
import { ownHistoryEntry } from '../core/history.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { basedOnField, savedBasedOn } from '../core/older-form.ts';
import { documentFields, eventDocument } from './document.ts';
import { eventCategoryHistory } from './history.ts';
import { eventCategoryNameLimit } from './limits.ts';
import { eventCategoryRow } from './row.ts';

/** `POST` and `PUT /api/event-category`. `id` 0 adds a category. */
export const eventCategoryBody = z.strictObject({ ...documentFields, basedOn: basedOnField });
export type EventCategoryBody = z.output<typeof eventCategoryBody>;
/** The values of its form. */
export type EventCategoryInput = z.input<typeof eventCategoryBody>;

/** A category with the schemas of its events. */
export const eventCategory = z.extend(eventCategoryRow, {
  events: z.array(z.object(eventDocument.shape)),
  /** Whether the reader's organization has access. Older processes do not say. */
  hasAccess: z.optional(z.boolean()),
});
export type EventCategoryView = z.output<typeof eventCategory>;

/** `?version=2` reads an older version. Default: the current one. */
export const eventCategoryQuery = z.object({ version: z.optional(idParameter) });

export const eventCategorySaved = z.object({
  ...documentFields,
  type: z.string(),
  version: z.int(),
  basedOn: savedBasedOn,
  position: z.string(),
});
export const eventCategoryRemoved = z.object({ entityId: idSchema, position: z.string() });

/** `GET /api/event-categories/search`. `name` is a part of the name, of the description or of an event's name. */
export const eventCategoryListQuery = z.extend(listParameters(['id', 'name'], { sort: 'name', order: 'asc' }), {
  name: z._default(z.string().check(z.trim(), z.maxLength(eventCategoryNameLimit)), ''),
});
export type EventCategoryListQuery = z.output<typeof eventCategoryListQuery>;
export const eventCategoryPage = pageOf('categories', eventCategoryRow);

/** `GET /api/event-categories/all`. `counts` is for portal administrators only. */
export const countedEventCategory = z.extend(eventCategoryRow, {
  counts: z.optional(z.object({ events: z.int(), versions: z.int() })),
});

/** `GET /api/event-category/{id}/export`. `version`: default: the current one. */
export const exportQuery = z.object({
  type: z._default(z.enum(['asyncapi', 'html']), 'asyncapi'),
  version: z.optional(idParameter),
});

/** A message for each event. Null: none was found that obeys the schema. */
export const eventSample = z.object({ eventTypeId: z.string(), sample: z.nullable(z.string()) });

/** A version of a category, the newest first. */
export const eventCategoryVersion = z.object({ version: z.int(), changedAt: z.string() });

/** `GET /api/event-category/{id}/compare`. */
export const compareQuery = z.object({ from: idParameter, to: idParameter });

/** An entry of `GET /api/event-category/{id}/history`, the newest first. */
export const eventCategoryChange = ownHistoryEntry(eventCategoryHistory);
export type EventCategoryChange = z.output<typeof eventCategoryChange>;
