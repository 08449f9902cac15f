import { Ajv } from '@redocly/ajv';
import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { SpecComparison, Verdict } from '#domain/api/comparison.ts';
import { problemsOfSchema } from './check-schema.ts';
import { compareEvents } from './compare-events.ts';
import { type JudgedPair, judgedPairs } from './fixtures/judged-pairs.ts';

const event = (schema: unknown, eventTypeId = 'order.placed') => ({
  eventTypeId,
  name: 'Order placed',
  description: 'A customer has ordered',
  schema: JSON.stringify(schema),
});
const worst = ({ breaking, maybe }: SpecComparison): Verdict =>
  breaking > 0 ? 'breaks' : maybe > 0 ? 'may-break' : 'safe';
const judge = ({ before, after }: Pick<JudgedPair, 'before' | 'after'>) => {
  const { readers, writers } = compareEvents([event(before)], [event(after)]);
  return { readers: worst(readers), writers: worst(writers) };
};
const isRight = (schema: Readonly<Record<string, unknown>>, message: unknown): boolean => {
  const { $schema, ...words } = schema;
  const ajv = $schema === undefined ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
  return ajv.validate(words, message) === true;
};

describe('sixty judged changes of a schema', () => {
  it('are sixty, each with another name', () => {
    expect(new Set(judgedPairs.map(({ name }) => name)).size).toBe(60);
  });

  it.each(judgedPairs.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(judge(one)).toEqual({ readers: one.readers, writers: one.writers });
    for (const schema of [one.before, one.after]) expect(problemsOfSchema(JSON.stringify(schema))).toEqual([]);
  });

  it('that break somebody are proved by a message, by the rules of JSON Schema', () => {
    for (const { name, before, after, stopsReader, stopsWriter } of judgedPairs) {
      if (stopsReader !== undefined)
        expect([isRight(after, stopsReader), isRight(before, stopsReader)], `${name}: reader`).toEqual([true, false]);
      if (stopsWriter !== undefined)
        expect([isRight(before, stopsWriter), isRight(after, stopsWriter)], `${name}: writer`).toEqual([true, false]);
    }
  });
});

describe('a comparison of two versions', () => {
  it('names the event and the field, also inside lists and named schemas', () => {
    const schema = (price: unknown) => ({
      properties: { lines: { type: 'array', items: { $ref: '#/$defs/Line' } } },
      $defs: { Line: { properties: { price: { $ref: '#/$defs/Price' } } }, Price: { properties: { amount: price } } },
    });
    const { readers } = compareEvents([event(schema({ type: 'string' }))], [event(schema({ type: 'number' }))]);
    expect(readers.changes).toMatchObject([
      { subject: 'order.placed', place: 'lines[].price.amount', what: 'type-changed', verdict: 'breaks' },
    ]);
  });

  it('pairs events by their type, and says which one went and which one came', () => {
    const { readers, writers } = compareEvents([event({})], [event({}, 'order.sent')]);
    for (const side of [readers, writers])
      expect(side.changes).toMatchObject([
        { subject: 'order.placed', what: 'event-removed', verdict: 'breaks' },
        { subject: 'order.sent', what: 'event-added', verdict: 'safe' },
      ]);
  });

  it('says that only words differ', () => {
    const renamed = { ...event({}), name: 'Ordered' };
    expect(compareEvents([event({})], [renamed]).readers.changes).toMatchObject([
      { what: 'schema-documented', verdict: 'safe' },
    ]);
    expect(compareEvents([event({})], [event({})]).readers.total).toBe(0);
  });

  it('ends for schemas that refer to themselves', () => {
    const tree = (more: object) => ({ properties: { value: {}, children: { items: { $ref: '#' } } }, ...more });
    expect(judge({ before: tree({}), after: tree({ required: ['value'] }) })).toEqual({
      readers: 'safe',
      writers: 'breaks',
    });
    expect(judge({ before: { $ref: '#' }, after: { $ref: '#', title: 'Me' } })).toEqual({
      readers: 'safe',
      writers: 'safe',
    });
  });

  it.each<[string, object, object, Verdict, Verdict]>([
    ['a list must have no value twice', { type: 'array' }, { type: 'array', uniqueItems: true }, 'safe', 'may-break'],
    ['a multiple is asked', { type: 'integer' }, { type: 'integer', multipleOf: 2 }, 'safe', 'may-break'],
    ['a multiple changes', { multipleOf: 2 }, { multipleOf: 4 }, 'breaks', 'breaks'],
    ['values that are no texts go', { enum: [1, 2, null] }, { enum: [1] }, 'safe', 'breaks'],
    [
      'a schema two references away changes',
      { properties: { x: { $ref: '#/$defs/A/$defs/B' } }, $defs: { A: { $defs: { B: { type: 'string' } } } } },
      { properties: { x: { $ref: '#/$defs/A/$defs/B' } }, $defs: { A: { $defs: { B: { type: 'number' } } } } },
      'breaks',
      'breaks',
    ],
    [
      'one of two alternatives that a message may match together narrows',
      { oneOf: [{ type: 'number' }, { type: 'integer', minimum: 5 }] },
      { oneOf: [{ type: 'number' }, { type: 'integer', minimum: 9 }] },
      'may-break',
      'breaks',
    ],
  ])('that other registries judged wrongly: %s', (_what, before, after, readers, writers) => {
    expect(judge({ before, after } as Pick<JudgedPair, 'before' | 'after'>)).toEqual({ readers, writers });
  });
});
