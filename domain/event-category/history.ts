import { type EventAccessEntry, eventAccessCompared, eventAccessKinds, eventAccessValues } from '../access/history.ts';
import type { OwnHistory } from '../core/history.ts';
import { type EventCategoryEvent, type EventCategoryOutline, outlineOf } from './event-category.ts';

/** What a history compares: no schemas, but which events have another one. */
type Compared = EventCategoryOutline & Readonly<{ changed: readonly string[]; lastDay?: string | null }>;

/** The history of an event category, with who has access to it. */
export const eventCategoryHistory = {
  noun: 'event-category',
  kinds: {
    EventCategoryAdded: 'added',
    EventCategoryChanged: 'changed',
    EventCategoryRemoved: 'removed',
    ...eventAccessKinds,
  },
  idOf: ({ eventCategoryId }) => eventCategoryId,
  values: eventAccessValues,
  fields: {
    name: ({ name }) => name,
    description: ({ description }) => description,
    type: ({ type }) => type,
    events: ({ events }) => events,
    changed: ({ changed }) => changed,
    lastDay: ({ lastDay = null }) => lastDay,
  },
  compared: {
    ...eventAccessCompared,
    EventCategoryChanged: ({ from, to, changed }) => ({
      from: { ...from, changed: [] },
      to: { ...outlineOf(to), changed },
    }),
  },
} as const satisfies OwnHistory<EventCategoryEvent | EventAccessEntry, Compared>;
