import { Ajv } from '@redocly/ajv';
import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { judgedPairs } from './fixtures/judged-pairs.ts';
import { sampleEvents } from './sample-events.ts';

const event = (schema: unknown, eventTypeId = 'order.placed') => ({
  eventTypeId,
  name: 'Order placed',
  description: 'A customer has ordered',
  schema: JSON.stringify(schema),
});

it('each sample obeys the schema of its event, in both dialects', () => {
  const schemas = judgedPairs.flatMap(({ before, after }) => [before, after]);
  const samples = sampleEvents(schemas.map((schema) => event(schema)));
  const wrong = schemas.filter((schema, index) => {
    const { $schema, ...words } = schema;
    const options = { strict: false, validateFormats: false };
    const ajv = $schema === undefined ? new Ajv2020(options) : new Ajv(options);
    return !ajv.validate(words, JSON.parse(samples[index]?.sample ?? 'null'));
  });
  expect(wrong).toEqual([]);
});

it("takes an author's example first, and says when there can be no message", () => {
  const examples = [{ total: 12 }];
  const samples = sampleEvents([event({ type: 'object', examples }), event({ allOf: [false] }, 'never')]);
  expect(samples.map(({ sample }) => sample && JSON.parse(sample))).toEqual([{ total: 12 }, null]);
});
