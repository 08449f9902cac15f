import { fc } from '#test/runner/chance.ts';

type Schema = Readonly<Record<string, unknown>>;
type Make = fc.Arbitrary<Schema>;

/** Returns a schema together with values that authors write beside it, right or wrong. */
const noted = (schema: Make): Make =>
  fc
    .tuple(
      schema,
      fc.constantFrom({}, { example: 'wrong' }, { default: null }, { description: 'Some text' }, { example: 7 }),
    )
    .map(([one, note]) => ({ ...note, ...one }));

const patterns = [
  '^[A-Z]{3}$',
  '^\\d{4}-\\d{2}$',
  '[a-z]+@[a-z]+',
  '^(?:red|green|blue)$',
  '^x(?:-[0-9a-f]{2}){3}$',
  '^[^/]+/[^/]+$',
  '^\\+?[1-9]\\d{6,14}$',
  '^[\\w.-]*$',
];
const formats = [
  'date',
  'date-time',
  'email',
  'uuid',
  'uri',
  'ipv4',
  'ipv6',
  'hostname',
  'byte',
  'time',
  'password',
  'currency',
];

const texts: Make = fc.oneof(
  fc
    .tuple(fc.nat(30), fc.nat(30))
    .map(([minLength, more]) => ({ type: 'string', minLength, maxLength: minLength + more })),
  fc.constantFrom(...patterns).map((pattern) => ({ type: 'string', pattern })),
  fc.constantFrom(...formats).map((format) => ({ type: 'string', format })),
  fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })
    .map((values) => ({ type: 'string', enum: values })),
  fc.constant({ type: 'string', pattern: '^[a-z]+$', minLength: 12, maxLength: 14 }),
);

const numbers: Make = fc.oneof(
  fc
    .tuple(fc.integer({ min: -1000, max: 1000 }), fc.nat(50))
    .map(([minimum, more]) => ({ type: 'integer', minimum, maximum: minimum + more })),
  fc
    .tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 1, max: 40 }))
    .map(([minimum, multipleOf]) => ({ type: 'integer', minimum, multipleOf, maximum: minimum + multipleOf })),
  fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 2, max: 9 }))
    .map(([low, more]) => ({ type: 'integer', exclusiveMinimum: low, exclusiveMaximum: low + more })),
  fc.constantFrom(0.5, 0.25, 0.1, 2.5).map((multipleOf) => ({ type: 'number', multipleOf, minimum: multipleOf * 3 })),
  fc
    .tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom(0.001, 0.5, 7))
    .map(([low, more]) => ({ type: 'number', exclusiveMinimum: low, exclusiveMaximum: low + more })),
  fc.integer({ min: -40, max: -1 }).map((maximum) => ({ type: 'integer', maximum })),
  fc.constantFrom('int32', 'int64').map((format) => ({ type: 'integer', format })),
);

const others: Make = fc.constantFrom<Schema>(
  { type: 'boolean' },
  { const: { fixed: [1, null] } },
  { enum: [null, 3, 'three'] },
  { type: ['null', 'string'] },
  { type: 'string', nullable: true },
  { not: { type: 'string' }, type: ['string', 'integer'] },
  { type: 'integer', not: { enum: [0, 1] } },
  {},
);

const scalars: Make = noted(fc.oneof(texts, numbers, others));

/** Names of the schemas that others refer to. */
const names = ['Tree', 'Pet', 'Money', 'Chain'] as const;

const lists = (item: Make): Make =>
  fc.oneof(
    fc
      .tuple(item, fc.nat(3), fc.nat(3))
      .map(([items, minItems, more]) => ({ type: 'array', items, minItems, maxItems: minItems + more })),
    fc
      .array(item, { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: 'array', prefixItems, minItems: prefixItems.length, items: false })),
    fc
      .tuple(fc.array(item, { minLength: 1, maxLength: 2 }), item)
      .map(([prefixItems, items]) => ({ type: 'array', prefixItems, items, minItems: prefixItems.length + 1 })),
    fc
      .integer({ min: 2, max: 5 })
      .map((minItems) => ({ type: 'array', items: { type: 'integer', minimum: 0 }, uniqueItems: true, minItems })),
    fc
      .integer({ min: 2, max: 4 })
      .map((minItems) => ({ type: 'array', items: { enum: ['a', 'b', 'c', 'd'] }, uniqueItems: true, minItems })),
    fc
      .integer({ min: 1, max: 3 })
      .map((minContains) => ({ type: 'array', contains: { const: 'in' }, minContains, items: { type: 'string' } })),
  );

const fieldNames = ['id', 'name', 'a/b', 'kind~of', '__proto__', 'constructor', 'größe'];

const objects = (property: Make): Make => {
  const described = fc.dictionary(fc.constantFrom(...fieldNames.filter((name) => name !== '__proto__')), property, {
    maxKeys: 4,
  });
  const requiring = described.chain((properties) =>
    fc.subarray(Object.keys(properties)).map((required) => ({ type: 'object', properties, required })),
  );
  return fc.oneof(
    requiring,
    requiring.map((schema) => ({ ...schema, additionalProperties: false })),
    requiring.map((schema) => ({ ...schema, unevaluatedProperties: false })),
    fc
      .tuple(property, fc.nat(3))
      .map(([additionalProperties, minProperties]) => ({ type: 'object', additionalProperties, minProperties })),
    fc.tuple(requiring, property).map(([schema, other]) => ({
      ...schema,
      required: [...schema.required, 'undescribed'],
      additionalProperties: other,
    })),
    property.map((one) => ({
      type: 'object',
      patternProperties: { '^x-': one },
      additionalProperties: false,
      minProperties: 2,
    })),
    fc.constant({ type: 'object', propertyNames: { pattern: '^[a-z]{2}$' }, minProperties: 1 }),
    fc.constant({
      type: 'object',
      properties: { a: {}, b: {}, c: {} },
      dependentRequired: { a: ['z'] },
      maxProperties: 3,
    }),
    fc.constant({
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      required: ['a'],
      if: { properties: { a: { const: 1 } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ['b'] },
      else: { required: ['c'] },
    }),
    requiring.map((schema) => ({
      ...schema,
      properties: { ...schema.properties, key: { type: 'string', readOnly: true } },
      required: [...schema.required, 'key'],
    })),
  );
};

/** Parts of one value, whose properties have other names, so that all of them can be kept. */
const joins = (property: Make): Make =>
  fc.oneof(
    fc.tuple(objects(property), property).map(([one, other]) => ({
      allOf: [
        {
          ...one,
          additionalProperties: undefined,
          unevaluatedProperties: undefined,
          maxProperties: undefined,
          patternProperties: undefined,
          propertyNames: undefined,
          dependentRequired: undefined,
          if: undefined,
        },
        { type: 'object', required: ['other'], properties: { other } },
      ],
    })),
    fc.tuple(property, property).map(([one, other]) => ({
      type: 'object',
      required: ['shared'],
      properties: { shared: { type: 'boolean' } },
      oneOf: [
        { required: ['left'], properties: { left: one }, not: { required: ['right'] } },
        { required: ['right'], properties: { right: other } },
      ],
    })),
    fc.tuple(property, property).map(([one, other]) => ({ anyOf: [one, other] })),
    fc.tuple(property, fc.constantFrom('x', 'y')).map(([value, kind]) => ({
      discriminator: { propertyName: 'kind' },
      oneOf: ['x', 'y'].map((one) => ({
        type: 'object',
        required: ['kind', one],
        properties: { kind: { enum: [one] }, [one]: one === kind ? value : { type: 'string' } },
      })),
    })),
    fc.constant({ allOf: [{ type: 'integer', minimum: 3 }, { maximum: 9 }, { multipleOf: 4 }] }),
    fc.constant({ allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['c', 'd'] }] }),
    fc.constant({ anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] }),
    fc.constantFrom(...names).map((name) => ({
      $ref: `#/components/schemas/${name}`,
      examples: ['wrong', { amount: '9.99', currency: 'EUR' }],
    })),
  );

const { any } = fc.letrec<{ any: Schema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalars,
    lists(tie('any') as Make),
    objects(tie('any') as Make),
    joins(tie('any') as Make),
  ),
}));

/** Named schemas: a tree that holds itself, one whose kinds extend it, one with a pattern, one that must go on until it ends. */
const named = {
  Tree: {
    type: 'object',
    required: ['name', 'kids'],
    properties: {
      name: { type: 'string', minLength: 2 },
      next: { $ref: '#/components/schemas/Tree' },
      kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
  },
  Pet: {
    type: 'object',
    required: ['petType'],
    properties: { petType: { type: 'string' } },
    discriminator: { propertyName: 'petType', mapping: { dog: '#/components/schemas/Dog' } },
  },
  Dog: {
    allOf: [
      { $ref: '#/components/schemas/Pet' },
      { type: 'object', required: ['bark'], properties: { bark: { type: 'integer', minimum: 1 } } },
    ],
  },
  Money: {
    type: 'object',
    required: ['amount', 'currency'],
    properties: {
      amount: { type: 'string', pattern: '^\\d+\\.\\d{2}$' },
      currency: { type: 'string', minLength: 3, maxLength: 3 },
    },
    additionalProperties: false,
  },
  Chain: {
    oneOf: [
      { type: 'object', required: ['of'], properties: { of: { $ref: '#/components/schemas/Chain' } } },
      { type: 'integer', exclusiveMinimum: 2 },
    ],
  },
};

/** Makes descriptions with a random schema, which some value obeys, as the body of an operation. */
export const randomDescription = any.map((schema) => ({
  openapi: '3.1.0',
  info: { title: 'Random', version: '1' },
  paths: {
    '/things': {
      post: { requestBody: { content: { 'application/json': { schema: JSON.parse(JSON.stringify(schema)) } } } },
    },
  },
  components: { schemas: named },
}));
