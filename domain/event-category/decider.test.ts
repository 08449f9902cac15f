import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { eventCategoryDecider } from './decider.ts';
import type { EventCategoryDetails, EventCategoryEvent } from './event-category.ts';

const placed = {
  id: 1,
  name: 'Order placed',
  description: 'A customer has ordered',
  eventTypeId: 'order.placed',
  schema: '{"type":"object"}',
};
const paid = { ...placed, id: 2, name: 'Order paid', eventTypeId: 'order.paid' };
const details: EventCategoryDetails = {
  name: 'Orders',
  description: 'What happens to an order',
  type: '',
  businessAreaId: 3,
  events: [placed],
};
const stricter = { ...placed, schema: '{"type":"object","required":["id"]}' };
const to: EventCategoryDetails = { ...details, events: [stricter, paid] };

const added: EventCategoryEvent = { type: 'EventCategoryAdded', data: { eventCategoryId: 7, ...details } };
const changed: EventCategoryEvent = {
  type: 'EventCategoryChanged',
  data: {
    eventCategoryId: 7,
    version: 2,
    from: { ...details, events: ['order.placed'] },
    to,
    changed: ['order.placed'],
  },
};
const removed: EventCategoryEvent = { type: 'EventCategoryRemoved', data: { eventCategoryId: 7 } };

const change = (sent: EventCategoryDetails | (Omit<EventCategoryDetails, 'events'> & { events: (typeof placed)[] })) =>
  ({ type: 'ChangeEventCategory', data: sent }) as const;
const remove = (isInUse: boolean) => ({ type: 'RemoveEventCategory', data: { isInUse } }) as const;

describe('an event category', () => {
  it('is added once, and each new event gets the next id', () => {
    const sent = { ...details, events: [{ ...placed, id: 0 }] };
    const add = { type: 'AddEventCategory', data: { eventCategoryId: 7, ...sent } } as const;
    expect(given(eventCategoryDecider, []).when(add)).toEqual([added]);
    for (const history of [[added], [added, removed]])
      expect(given(eventCategoryDecider, history).when(add)).toMatchObject({
        refused: 'conflict',
        problems: [{ code: 'event-category.exists' }],
      });
  });

  it('has a new version with each change, which names the events that changed', () => {
    const sent = { ...to, events: [stricter, { ...paid, id: 0 }] };
    expect(given(eventCategoryDecider, [added]).when(change(sent))).toEqual([changed]);
  });

  it('has no new version when the same values come again', () => {
    expect(given(eventCategoryDecider, [added, changed]).when(change(to))).toEqual([]);
  });

  it('never gives the id of a removed event to another one', () => {
    const without = { ...to, events: [stricter] };
    const dropped: EventCategoryEvent = {
      type: 'EventCategoryChanged',
      data: {
        eventCategoryId: 7,
        version: 3,
        from: { ...to, events: ['order.placed', 'order.paid'] },
        to: without,
        changed: [],
      },
    };
    expect(given(eventCategoryDecider, [added, changed]).when(change(without))).toEqual([dropped]);
    const again = { ...to, events: [stricter, { ...paid, id: 0, eventTypeId: 'order.sent' }] };
    expect(given(eventCategoryDecider, [added, changed, dropped]).when(change(again))).toMatchObject([
      { data: { version: 4, to: { events: [{ id: 1 }, { id: 3, eventTypeId: 'order.sent' }] }, changed: [] } },
    ]);
  });

  it('is removed only when nothing belongs to it', () => {
    expect(given(eventCategoryDecider, [added]).when(remove(true))).toMatchObject({
      refused: 'conflict',
      problems: [{ code: 'event-category.in-use' }],
    });
    expect(given(eventCategoryDecider, [added]).when(remove(false))).toEqual([removed]);
  });

  it('does not exist before it is added and after it is removed', () => {
    for (const history of [[], [added, removed]])
      for (const command of [change(to), remove(false)])
        expect(given(eventCategoryDecider, history).when(command)).toMatchObject({ refused: 'not-found' });
  });
});
