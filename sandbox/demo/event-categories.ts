const dialect = 'https://json-schema.org/draft/2020-12/schema';
const id = { type: 'string', format: 'uuid' };
const time = { type: 'string', format: 'date-time' };
const money = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: { amount: { type: 'number', minimum: 0 }, currency: { type: 'string', pattern: '^[A-Z]{3}$' } },
};

const schemaOf = (properties: object, required: readonly string[]): string =>
  JSON.stringify(
    {
      $schema: dialect,
      type: 'object',
      required,
      properties: { id, at: time, ...properties },
      $defs: { Money: money },
    },
    null,
    2,
  );

const total = { $ref: '#/$defs/Money' };

/** The demo's event categories, with the business area of each. */
export const demoEventCategories = [
  {
    name: 'Orders',
    description: 'What happens to an order, from the cart to the door',
    type: 'domain',
    area: 'Logistics',
    events: [
      {
        id: 0,
        name: 'Order placed',
        description: 'A customer has confirmed an order',
        eventTypeId: 'order.placed',
        schema: schemaOf(
          { total, lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } } },
          ['id', 'at', 'total'],
        ),
      },
      {
        id: 0,
        name: 'Order shipped',
        description: 'The last parcel of an order has left the warehouse',
        eventTypeId: 'order.shipped',
        schema: schemaOf({ carrier: { type: 'string' }, parcels: { type: 'integer', minimum: 1 } }, ['id', 'at']),
      },
    ],
  },
  {
    name: 'Settlements',
    description: 'Money that has moved, for bookkeeping',
    type: 'integration',
    area: 'Payments',
    events: [
      {
        id: 0,
        name: 'Settlement booked',
        description: 'A settlement with a bank is final',
        eventTypeId: 'settlement.booked',
        schema: schemaOf({ total, bank: { enum: ['north', 'south'] } }, ['id', 'at', 'total', 'bank']),
      },
    ],
  },
] as const;
