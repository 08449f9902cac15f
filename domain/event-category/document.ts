import * as z from 'zod/mini';
import { requiredName } from '../core/given-name.ts';
import { atMost, requiredText, textOr } from '../core/required-text.ts';
import {
  allSchemasLimit,
  eventCategoryDescriptionLimit,
  eventCategoryNameLimit,
  eventCategoryTypeLimit,
  eventSchemaLimit,
  eventTypeIdLimit,
  mostEvents,
} from './limits.ts';

/** 0 for what is new. Larger ids would leave no room for the next one. */
const anyId = z.int('event-category.id-required').check(z.minimum(0), z.maximum(1_000_000_000));

/** An event as the editor's document has it: nothing may be left out, and nothing else may be there. */
export const eventDocument = z.strictObject({
  id: anyId,
  name: requiredName(eventCategoryNameLimit, 'event-category.event-name-required'),
  description: requiredText(eventCategoryDescriptionLimit, 'event-category.event-description-required'),
  eventTypeId: requiredName(eventTypeIdLimit, 'event-category.event-type-required'),
  schema: requiredText(eventSchemaLimit, 'event-category.schema-required'),
});
type EventDocument = z.output<typeof eventDocument>;

const twins = <Value>(values: readonly Value[]): number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));

/** Adds an issue for each event with the type or the id of an earlier one, and one when the schemas are too long together. */
const checkEvents = (events: readonly EventDocument[], context: z.core.$RefinementCtx<readonly EventDocument[]>) => {
  for (const index of twins(events.map(({ eventTypeId }) => eventTypeId)))
    context.addIssue({ code: 'custom', path: [index, 'eventTypeId'], message: 'event-category.event-type-twice' });
  for (const index of twins(events.map(({ id }) => id)))
    if (events[index]?.id !== 0)
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'event-category.event-id-twice' });
  if (events.reduce((sum, { schema }) => sum + schema.length, 0) > allSchemasLimit)
    context.addIssue({
      code: 'custom',
      message: 'event-category.schemas-too-long',
      params: { maximum: allSchemasLimit },
    });
};

/** The fields of a category's document, as the JSON editor shows it and `POST /api/event-category` takes it. */
export const documentFields = {
  id: anyId,
  name: requiredName(eventCategoryNameLimit, 'event-category.name-required'),
  description: requiredText(eventCategoryDescriptionLimit, 'event-category.description-required'),
  type: z._default(textOr('field.invalid').check(z.trim(), atMost(eventCategoryTypeLimit)), ''),
  /** The id of a business area. */
  businessArea: z
    .int('event-category.area-required')
    .check(z.minimum(1, 'event-category.area-required'), z.maximum(2_147_483_647)),
  events: z
    .array(eventDocument, {
      error: ({ code }) => (code === 'invalid_type' ? 'event-category.events-required' : undefined),
    })
    .check(z.maxLength(mostEvents, { abort: true }), z.superRefine(checkEvents)),
};

/** The document without what belongs to the call (docs/product/event-categories.md). */
export const eventCategoryDocument = z.strictObject(documentFields);
export type EventCategoryDocument = z.output<typeof eventCategoryDocument>;
