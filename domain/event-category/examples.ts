import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { eventCategoryDecider } from './decider.ts';

const event = {
  id: 1,
  name: 'Payment booked',
  description: 'Money has arrived',
  eventTypeId: 'payment.booked',
  schema: '{"type":"object","properties":{"amount":{"type":"number"}}}',
};
const details = {
  name: 'Payments',
  description: 'Everything about money',
  type: 'business',
  businessAreaId: 3,
  events: [event],
};

/** Events of chance: new ones, and one that exists when the category had any. */
const anyEvents = fc.uniqueArray(fc.constantFrom('a.done', 'b.done', 'c.done'), { maxLength: 3 }).chain((types) =>
  fc
    .record({
      name: anyName,
      schema: fc.constantFrom('{}', '{"type":"object"}'),
    })
    .map((one) =>
      types.map((eventTypeId, index) => ({ ...one, id: index === 0 ? 1 : 0, description: 'Done', eventTypeId })),
    ),
);
const anyDetails = {
  name: anyName,
  description: anyName,
  type: fc.constant(''),
  businessAreaId: anyId,
  events: anyEvents,
};

export const examples = nounExamples(eventCategoryDecider, {
  events: {
    EventCategoryAdded: { eventCategoryId: 12, ...details },
    EventCategoryChanged: {
      eventCategoryId: 12,
      version: 2,
      from: { ...details, events: ['payment.booked'] },
      to: { ...details, description: 'Cards and invoices', events: [{ ...event, schema: '{"type":"object"}' }] },
      changed: ['payment.booked'],
    },
    EventCategoryRemoved: { eventCategoryId: 12 },
  },
  steps: ({ step }) => [
    step(anyId, 'AddEventCategory', (eventCategoryId) =>
      fc.record({ eventCategoryId: fc.constant(eventCategoryId), ...anyDetails }),
    ),
    step(anyId, 'ChangeEventCategory', () => fc.record(anyDetails)),
    step(anyId, 'RemoveEventCategory', () => fc.record({ isInUse: fc.boolean() })),
  ],
});
