import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { workOf } from '#test/runner/work.ts';
import { randomDescription } from '#test/specs/random-schema.ts';
import { judgeOf, schemasIn } from '#test/specs/sample-judge.ts';
import { parseSpec } from '../parse-spec.ts';
import { type Fields, fieldsOf } from '../spec-tree.ts';
import { none, samplesOf } from './sample-of.ts';

const schemas = {
  Node: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      next: { $ref: '#/components/schemas/Node' },
      kids: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
    },
  },
  Pet: {
    type: 'object',
    required: ['petType'],
    properties: { petType: { type: 'string' } },
    discriminator: { propertyName: 'petType', mapping: { dog: '#/components/schemas/Dog', cat: 'Cat' } },
  },
  Dog: {
    allOf: [
      { $ref: '#/components/schemas/Pet' },
      { type: 'object', required: ['bark'], properties: { bark: { type: 'boolean' } } },
    ],
  },
  Cat: {
    allOf: [
      { $ref: '#/components/schemas/Pet' },
      { type: 'object', required: ['hunts'], properties: { hunts: { type: 'boolean' } } },
    ],
  },
  Bird: { type: 'object', discriminator: { propertyName: 'kind' }, properties: { kind: { type: 'string' } } },
  Owl: {
    allOf: [{ $ref: '#/components/schemas/Bird' }, { type: 'object', properties: { eyes: { type: 'integer' } } }],
  },
  Card: { type: 'object', required: ['by'], properties: { by: { const: 'card' }, digits: { type: 'integer' } } },
  Cash: { type: 'object', required: ['by'], properties: { by: { enum: ['cash'] } } },
  Size: { type: 'integer', minimum: 5, example: 3 },
  Endless: { type: 'object', required: ['of'], properties: { of: { $ref: '#/components/schemas/Endless' } } },
};
const root = { components: { schemas } };
const named = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
const sampleOf = (schema: unknown): unknown => samplesOf(root).sample(schema);

it.each<[string, unknown, unknown]>([
  ['a recursive schema ends without null', named('Node'), { name: 'string', kids: [] }],
  ['one without an end has no sample', named('Endless'), none],
  ['a mapping decides how a schema is called', named('Dog'), { petType: 'dog', bark: true }],
  ['also where only a name is mapped', named('Cat'), { petType: 'cat', hunts: true }],
  ['a schema that others extend is one of them', named('Pet'), { petType: 'dog', bark: true }],
  ['without a mapping the name counts', named('Owl'), { kind: 'Owl', eyes: 0 }],
  ['also for the first that extends it', named('Bird'), { kind: 'Owl', eyes: 0 }],
  [
    'alternatives with a mapping',
    {
      oneOf: [named('Dog'), named('Cat')],
      discriminator: { propertyName: 'petType', mapping: { kitty: '#/components/schemas/Cat' } },
    },
    { petType: 'Dog', bark: true },
  ],
  [
    'alternatives with tags of their own need no mapping',
    { oneOf: [named('Card'), named('Cash')], discriminator: { propertyName: 'by' } },
    { by: 'card', digits: 0 },
  ],
  [
    'alternatives beside properties keep what is required',
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' } },
      oneOf: [
        { required: ['b'], properties: { b: { type: 'integer' } } },
        { required: ['c'], properties: { c: { type: 'integer' } } },
      ],
    },
    { a: 'string', b: 0 },
  ],
  ['an example that is wrong is not taken', named('Size'), 5],
  ['an example that JSON has no number for', { type: 'number', example: JSON.parse('1e400') }, 0],
  ['examples beside a reference', { ...named('Size'), examples: [3, 8] }, 8],
  ['limits', { type: 'integer', minimum: 3, maximum: 9, multipleOf: 4 }, 4],
  ['exclusive limits of OpenAPI 3.0', { type: 'integer', minimum: 5, exclusiveMinimum: true }, 6],
  ['and of 3.1', { type: 'number', exclusiveMinimum: 5, exclusiveMaximum: 6 }, 5.5],
  ['multiples', { type: 'number', multipleOf: 0.1, minimum: 0.25 }, 0.4],
  ['whole numbers keep their digits', { type: 'integer', minimum: 9_007_199_254_740_993n }, 9_007_199_254_740_993n],
  ['a list is as long as it must be', { type: 'array', minItems: 2, items: { const: 1 } }, [1, 1]],
  [
    'and has different items',
    { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer', minimum: 5, maximum: 7 } },
    [5, 6, 7],
  ],
  [
    'a schema for each place',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    ['string', 0],
  ],
  ['lengths', { type: 'string', minLength: 10, maxLength: 10 }, 'stristring'],
  ['patterns', { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, 'AAA-0000'],
  ['with a length', { type: 'string', pattern: '^a+$', minLength: 7 }, 'aaaaaaa'],
  ['that look ahead', { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d).{8,}$' }, 'A0aaaaaa'],
  ['that exclude what follows', { type: 'string', pattern: '^(?!0)\\d{4}$' }, '1111'],
  ['that exclude what is before the end', { type: 'string', pattern: '^\\w{4}(?<!a)$' }, 'bbbb'],
  ['that look ahead from anywhere', { type: 'string', pattern: '(?=.*\\d)[a-z0-9]{3}' }, '0aa'],
  ['that nobody can check', { type: 'string', pattern: '^(?:(?!a)\\w)+$' }, none],
  ['with an example, that nobody can check', { type: 'string', pattern: '^(?:(?!a)\\w)+$', example: 'bc' }, 'bc'],
  ['two patterns', { type: 'string', allOf: [{ pattern: '^[A-Z]' }, { pattern: '\\d{3}$' }] }, 'A000'],
  ['two that overlap', { type: 'string', allOf: [{ pattern: '^.{5}$' }, { pattern: '^XY' }] }, 'XYaaa'],
  ['a format that must be short', { type: 'string', format: 'email', maxLength: 12 }, 'a@b.example'],
  ['null', { type: 'object', required: ['a'], properties: { a: { const: null } } }, { a: null }],
  ['one alternative only', { oneOf: [{ type: 'number' }, { type: 'integer' }] }, 0.5],
  ['formats', { type: 'string', format: 'ipv6' }, '2001:db8::1'],
  [
    'what is only read is not sent',
    { type: 'object', required: ['id', 'n'], properties: { id: { readOnly: true }, n: { type: 'integer' } } },
    { n: 0 },
  ],
  [
    'what is only read, in an example of a place of a list',
    {
      type: 'array',
      prefixItems: [
        { type: 'object', properties: { id: { type: 'integer', readOnly: true }, n: { type: 'integer' } } },
      ],
      items: { type: 'object', properties: { at: { type: 'string', readOnly: true } } },
      example: [
        { id: 1, n: 2 },
        { at: 'x', b: 3 },
      ],
    },
    [{ n: 2 }, { b: 3 }],
  ],
  [
    'properties that nobody describes',
    { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } },
    { property1: 0, property2: 0 },
  ],
  [
    'by their pattern',
    { patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false, minProperties: 1 },
    { 'x-': 0 },
  ],
  [
    'what follows from a condition',
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    { type: 'object', properties: { a: { const: 1 } }, if: { required: ['a'] }, then: { required: ['b'] } },
    { a: 1, b: 'string' },
  ],
  ['what is excluded', { type: 'integer', not: { enum: [0, 1] } }, 2],
  ['nothing', false, none],
])('%s', (_what, schema, value) => {
  expect(sampleOf(schema)).toEqual(value);
});

const folder = new URL('../fixtures/pairs/', import.meta.url);
const modules = new URL('../../node_modules/', import.meta.url);
const bytesOf = (file: string) => readFileSync(new URL(file, modules));
const descriptions: [string, () => unknown][] = [
  ...['rclone-openapi/openapi.json', '@blockfrost/openapi/openapi.yaml', '@directus/specs/dist/openapi.json'].map(
    (file): [string, () => unknown] => [file, () => parseSpec(bytesOf(file), { exact: true }).value],
  ),
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      ['older', 'newer'].map((which): [string, () => unknown] => [
        `${file} ${which}`,
        () => fieldsOf(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))?.[which],
      ]),
    ),
];

it.each(descriptions)('every schema of %s has a sample that obeys it', (_name, read) => {
  const description: Fields = fieldsOf(read()) ?? {};
  const { sample } = samplesOf(description);
  const judge = judgeOf(description);
  const wrong = schemasIn(description).flatMap(({ place, schema, preferred }) => {
    const value = sample(schema, preferred);
    const why = value === none ? 'no sample' : judge(place, value);
    return why ? [`${place}: ${why}`] : [];
  });
  expect(wrong).toEqual([]);
});

it('so does every schema of a generator', () => {
  const place = '#/paths/~1things/post/requestBody/content/application~1json/schema';
  fc.assert(
    fc.property(randomDescription, (description) => {
      const { schema } = description.paths['/things'].post.requestBody.content['application/json'];
      const value = samplesOf(description).sample(schema);
      expect(value === none ? 'no sample' : judgeOf(description)(place, value)).toBeUndefined();
    }),
    { numRuns: 150 },
  );
});

it('ends soon for schemas of strangers, with a sample or without', () => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `S${n}`,
      {
        oneOf: Array.from({ length: 8 }, (_one, part) => ({
          type: 'object',
          required: ['a'],
          properties: { a: { $ref: `#/components/schemas/S${(n * 7 + part * 3 + 1) % 40}` } },
        })),
      },
    ]),
  );
  const hostile: readonly unknown[] = [
    { $ref: '#/components/schemas/S0' },
    { type: 'string', pattern: '^(a+)+$', minLength: 1_000_000_000 },
    { type: 'string', pattern: `^${'('.repeat(200)}a${'{1,99}){1,99}'.repeat(200)}$` },
    { type: 'string', pattern: '^(?:(?:a{1000}){1000}){1000}$' },
    { type: 'array', minItems: 1_000_000_000, items: {} },
    { type: 'integer', minimum: Number.POSITIVE_INFINITY },
    { type: 'number', multipleOf: Number.MIN_VALUE, minimum: 1 },
    { allOf: Array.from({ length: 10_000 }, () => ({ anyOf: [{}, {}] })) },
    { type: 'object', minProperties: 1_000_000_000 },
    null,
    7,
    [],
    { oneOf: 7, allOf: 'x', properties: [], required: {}, enum: 3, type: 4, items: 1, if: 2, $ref: 3 },
  ];
  const { sample } = samplesOf({ components: { schemas: many } });
  expect(workOf(() => hostile.map((schema) => sample(schema)))).toBeLessThan(4_000);
  // All examples of a document together have a limit, too.
  const first = { allOf: [{ $ref: '#/components/schemas/S0' }] };
  expect(workOf(() => Array.from({ length: 3_000 }, () => sample(first)))).toBeLessThan(8_000);
});
