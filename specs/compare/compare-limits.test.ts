import { expect, it } from 'vitest';
import { compareSpecs } from './compare-specs.ts';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** A description in which callers send the one schema and read the other. */
const withSchemas = (sent: unknown, read: unknown, schemas: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        requestBody: { content: { 'application/json': { schema: sent } } },
        responses: { 200: { description: 'Done', content: { 'application/json': { schema: read } } } },
      },
    },
  },
  components: { schemas },
});
/** Returns the worst verdict for who sends a schema that changes, and for who reads it. */
const judge = (before: unknown, after: unknown, schemas?: object) => {
  const worst = (older: object, newer: object) => {
    const { breaking, maybe } = compareSpecs(older, newer);
    return breaking > 0 ? 'breaks' : maybe > 0 ? 'may' : 'safe';
  };
  const sent = worst(withSchemas(before, true), withSchemas(after, true, schemas));
  return `${sent} ${worst(withSchemas(true, before), withSchemas(true, after, schemas))}`;
};
const word = (rest: object = {}) => ({ type: 'string', ...rest });

it.each<[string, unknown, unknown, string]>([
  ['values in place of a length', word({ maxLength: 5000 }), word({ enum: ['paid', 'open'] }), 'breaks safe'],
  ['values that are longer', word({ maxLength: 3 }), word({ enum: ['paid'] }), 'breaks breaks'],
  ['one value in place of a length', word({ maxLength: 5000 }), word({ const: 'paid' }), 'breaks safe'],
  [
    'alternatives with values in place of a length',
    word({ maxLength: 9 }),
    { anyOf: [{ const: 'a' }, { enum: ['b'] }] },
    'breaks safe',
  ],
  ['a length in place of values', word({ enum: ['paid'] }), word({ maxLength: 5000 }), 'safe may'],
  ['a length that is too short in place of values', word({ enum: ['paid'] }), word({ maxLength: 3 }), 'may may'],
  [
    'values in place of bounds',
    { type: 'integer', minimum: 0, maximum: 9 },
    { type: 'integer', enum: [1, 9] },
    'breaks safe',
  ],
  ['values beyond a bound', { type: 'number', exclusiveMaximum: 9 }, { type: 'number', enum: [9] }, 'breaks breaks'],
  ['values in place of a format', word({ format: 'date' }), word({ enum: ['2026-01-31'] }), 'breaks safe'],
])('%s: who sends and who reads', (_what, before, after, verdict) => {
  expect(judge(before, after)).toBe(verdict);
});

it.each<[string | undefined, string | undefined, string]>([
  [undefined, 'currency', 'safe safe'],
  ['unix-time', undefined, 'safe safe'],
  [undefined, 'password', 'safe safe'],
  ['unix-time', 'unix-milliseconds', 'may may'],
  [undefined, 'uuid', 'may safe'],
  ['uri', undefined, 'safe may'],
  ['currency', 'uuid', 'may safe'],
  ['date', 'date-time', 'breaks breaks'],
])('the format %s that becomes %s: who sends and who reads', (before, after, verdict) => {
  expect(judge(word({ format: before }), word({ format: after }))).toBe(verdict);
});

it.each([
  [{ type: 'array', items: word() }, reference('Words')],
  [{ anyOf: [{ type: 'array', items: word() }, word()] }, { anyOf: [reference('Words'), word()] }],
  [{ type: ['array', 'string'], items: word() }, { anyOf: [reference('Words'), word()] }],
  [{ type: ['array', 'null'], items: word() }, { anyOf: [reference('Words'), { type: 'null' }] }],
  [{ type: ['array', 'string', 'null'], items: word() }, { oneOf: [reference('Words'), { type: ['string', 'null'] }] }],
])('a list is the same as a schema of a name that is this list', (list, alias) => {
  expect(judge(list, alias, { Words: { type: 'array', items: word() } })).toBe('safe safe');
});

it('limits that only differ in digits beyond 2^53 differ', () => {
  const integer = (maximum: bigint, more: object = {}) => ({ type: 'integer', maximum, ...more });
  const [more, less] = [9_007_199_254_740_993n, 9_007_199_254_740_992n];
  expect(judge(integer(more), integer(less))).toBe('breaks safe');
  expect(judge(integer(less), integer(more))).toBe('safe breaks');
  expect(judge(integer(less, { enum: [less] }), integer(less, { enum: [more] }))).toBe('breaks may');
});
