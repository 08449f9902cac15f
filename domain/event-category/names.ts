import type { SubjectNamesOf } from '../core/operation-kind.ts';
import type { EventCategoryEvent } from './event-category.ts';

/** What a category is called, also after it was removed. */
export const eventCategoryNames = {
  EventCategoryAdded: ({ eventCategoryId: id, name }) => ({ id, name }),
  EventCategoryChanged: ({ eventCategoryId: id, to: { name } }) => ({ id, name }),
} as const satisfies SubjectNamesOf<EventCategoryEvent>;
