import { type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import { changeEventCategory, removeEventCategory } from './calls.ts';
import { eventCategoryDecider } from './decider.ts';
import type { CategoryEvent, EventCategory, EventCategoryEvent } from './event-category.ts';

const eventField = /^event \d+$/;

/** Each event is a field of its own, because others may have come, changed or gone since. */
const formOf = (state: EventCategory): Shown => {
  if (state.status !== 'active') return {};
  const { events, businessAreaId: businessArea, ...details } = state.details;
  return {
    ...details,
    businessArea,
    ...Object.fromEntries(events.map((event) => [`event ${event.id}`, event])),
  };
};

/** How changes of an event category are taken back. */
export const eventCategoryUndo: UndoRules<EventCategoryEvent> = undoRules(eventCategoryDecider, {
  EventCategoryAdded: {
    shows: (state): Shown => (state.status === 'active' ? { isThere: true } : {}),
    by: 'EventCategoryRemoved',
    opposite: ({ data: { eventCategoryId: id } }) => ({
      call: removeEventCategory,
      action: 'event-category.remove',
      about: {},
      does: 'remove',
      effects: ['for-good'],
      parameters: { id },
    }),
  },
  EventCategoryChanged: {
    shows: formOf,
    opposite: ({ data: { eventCategoryId: id }, wanted, basedOn }) => ({
      call: changeEventCategory,
      action: 'event-category.save',
      about: {},
      does: 'fields',
      body: {
        ...{ id, name: wanted.name, description: wanted.description, type: wanted.type },
        businessArea: wanted.businessArea,
        events: Object.entries(wanted).flatMap(([name, event]) =>
          eventField.test(name) ? [event as CategoryEvent] : [],
        ),
        basedOn,
      },
    }),
  },
  EventCategoryRemoved: 'ends',
});
