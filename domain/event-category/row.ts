import * as z from 'zod/mini';
import { idSchema } from '../core/id.ts';
import { rowBasedOn } from '../core/older-form.ts';

/** An event of a category in a list: its schema is read with the category. */
const eventRow = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  eventTypeId: z.string(),
});

/** An event category in a list. */
export const eventCategoryRow = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  type: z.string(),
  /** The id of its business area. */
  businessArea: idSchema,
  /** '' when the read tables do not show the business area yet. */
  businessAreaName: z.string(),
  version: z.int(),
  changedAt: z.string(),
  events: z.array(eventRow),
  basedOn: rowBasedOn,
});
export type EventCategoryRow = z.output<typeof eventCategoryRow>;
