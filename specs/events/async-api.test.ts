import { expect, it } from 'vitest';
import { asyncApiOf } from './async-api.ts';

const head = { name: 'Orders', description: 'What happens to an order', version: 3 };
const event = (schema: unknown, eventTypeId = 'order.placed') => ({
  eventTypeId,
  name: 'Order placed',
  description: 'A customer has ordered',
  schema: JSON.stringify(schema),
});
const documentOf = (...events: ReturnType<typeof event>[]) => JSON.parse(asyncApiOf(head, events));
const schemaOf = (schema: unknown) => documentOf(event(schema)).components.schemas['order.placed'];
const at = '#/components/schemas/order.placed';

it('has a channel with a message for each event, whose names AsyncAPI takes', () => {
  const document = documentOf(event({ type: 'object' }), event({}, 'order sent'), event({}, 'order_sent'));
  expect(document).toMatchObject({
    asyncapi: '3.0.0',
    info: { title: 'Orders', version: '3', description: 'What happens to an order' },
    channels: {
      events: {
        address: null,
        messages: { 'order.placed': { $ref: '#/components/messages/order.placed' }, order_sent: {}, order_sent_2: {} },
      },
    },
    components: {
      messages: {
        'order.placed': {
          name: 'order.placed',
          title: 'Order placed',
          payload: { $ref: at },
          examples: [{ payload: {} }],
        },
        order_sent: { name: 'order sent' },
      },
    },
  });
});

it('moves references to where the schema is, also those to anchors', () => {
  expect(
    schemaOf({
      properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#b' }, c: { $ref: '#' } },
      $defs: { A: {}, B: { $anchor: 'b' } },
    }),
  ).toEqual({
    properties: { a: { $ref: `${at}/$defs/A` }, b: { $ref: `${at}/$defs/B` }, c: { $ref: at } },
    $defs: { A: {}, B: {} },
  });
});

it('writes 2020-12 in the words of draft-07, which AsyncAPI reads', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    prefixItems: [{ $ref: '#/$defs/A', maxLength: 3 }],
    items: false,
    dependentRequired: { a: ['b'] },
    $defs: { A: { type: 'string' } },
  };
  expect(schemaOf(schema)).toEqual({
    items: [{ allOf: [{ $ref: `${at}/$defs/A` }, { maxLength: 3 }] }],
    additionalItems: false,
    dependencies: { a: ['b'] },
    $defs: { A: { type: 'string' } },
  });
});
