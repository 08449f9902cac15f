import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import {
  type CategoryEvent,
  type EventCategory,
  type EventCategoryCommand,
  type EventCategoryDetails,
  type EventCategoryEvent,
  outlineOf,
  type SentDetails,
  type SentEvent,
} from './event-category.ts';

const greatest = (events: readonly SentEvent[], before: number): number =>
  events.reduce((most, { id }) => Math.max(most, id), before);

/** Gives each new event the next id. An id is never given twice, because topics name events by it. */
const numbered = (events: readonly SentEvent[], before: number): CategoryEvent[] => {
  let last = greatest(events, before);
  return events.map((event) => {
    if (event.id > 0) return event;
    last += 1;
    return { ...event, id: last };
  });
};

/** Returns the same text for equal details, however their fields are ordered. */
const eventText = ({ id, name, description, eventTypeId, schema }: CategoryEvent): string =>
  JSON.stringify([id, name, description, eventTypeId, schema]);
const textOf = ({ name, description, type, businessAreaId, events }: EventCategoryDetails): string =>
  JSON.stringify([name, description, type, businessAreaId, events.map(eventText)]);

const detailsOf = ({ name, description, type, businessAreaId, events }: SentDetails, last: number) => ({
  name,
  description,
  type,
  businessAreaId,
  events: numbered(events, last),
});

/** Returns which events are there before and after, with another name, description or schema. */
const changedEvents = (from: EventCategoryDetails, to: EventCategoryDetails): string[] => {
  const before = new Map(from.events.map((event) => [event.eventTypeId, event]));
  return to.events.flatMap((event) => {
    const old = before.get(event.eventTypeId);
    return old && eventText({ ...old, id: event.id }) !== eventText(event) ? [event.eventTypeId] : [];
  });
};

const decide = (command: EventCategoryCommand, state: EventCategory): Decision<EventCategoryEvent> => {
  if (command.type === 'AddEventCategory') {
    if (state.status !== 'none') return refuse('conflict', { code: 'event-category.exists' });
    const { eventCategoryId, ...sent } = command.data;
    return [{ type: 'EventCategoryAdded', data: { eventCategoryId, ...detailsOf(sent, 0) } }];
  }
  if (state.status !== 'active') return notFound();
  const { eventCategoryId, version, lastEventId, details } = state;
  if (command.type === 'RemoveEventCategory')
    return command.data.isInUse
      ? refuse('conflict', { code: 'event-category.in-use' })
      : [{ type: 'EventCategoryRemoved', data: { eventCategoryId } }];
  const to = detailsOf(command.data, lastEventId);
  if (textOf(to) === textOf(details)) return [];
  const data = {
    eventCategoryId,
    version: version + 1,
    from: outlineOf(details),
    to,
    changed: changedEvents(details, to),
  };
  return [{ type: 'EventCategoryChanged', data }];
};

const evolve = (state: EventCategory, event: EventCategoryEvent): EventCategory => {
  switch (event.type) {
    case 'EventCategoryAdded': {
      const { eventCategoryId, ...details } = event.data;
      return { status: 'active', eventCategoryId, version: 1, lastEventId: greatest(details.events, 0), details };
    }
    case 'EventCategoryChanged': {
      if (state.status !== 'active') return state;
      const { version, to } = event.data;
      return { ...state, version, lastEventId: greatest(to.events, state.lastEventId), details: to };
    }
    case 'EventCategoryRemoved':
      return { status: 'removed' };
    default:
      return state;
  }
};

export const eventCategoryDecider: Decider<EventCategory, EventCategoryCommand, EventCategoryEvent> = {
  noun: 'event-category',
  initialState: { status: 'none' },
  closedBy: ['EventCategoryRemoved'],
  decide,
  evolve,
};
