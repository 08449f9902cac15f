import { describe, expect, it } from 'vitest';
import { compareSpecs } from './compare-specs.ts';

type Tree = Readonly<Record<string, unknown>>;
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const posting = (operation: Tree, more: Tree = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Crates', version: '1' },
  paths: { '/crates': { post: { responses: {}, ...operation } } },
  ...more,
});
const worst = (older: unknown, newer: unknown): string => {
  const { breaking, maybe } = compareSpecs(older, newer);
  return breaking > 0 ? 'breaks' : maybe > 0 ? 'may' : 'safe';
};
/** Returns the verdict for who sends a schema that changes, and for who reads it. */
const judge = (before: unknown, after: unknown): string => {
  const sent = (schema: unknown) => posting({ requestBody: json(schema) });
  const read = (schema: unknown) => posting({ responses: { 200: json(schema) } });
  return `${worst(sent(before), sent(after))} ${worst(read(before), read(after))}`;
};

describe('a schema that changes: who sends and who reads', () => {
  const kinds = {
    oneOf: [
      { title: 'A', properties: { a: {} } },
      { title: 'B', properties: { b: {} } },
    ],
  };
  const chosen = (propertyName: string, mapping?: Tree) => ({ ...kinds, discriminator: { propertyName, mapping } });
  it.each<[string, unknown, unknown, string]>([
    ['a keyword without a rule', { type: 'string' }, { type: 'string', contentMediaType: 'text/html' }, 'may may'],
    ['a keyword that is not known', { type: 'object' }, { type: 'object', unevaluatedFuture: 1 }, 'may may'],
    ['words of an extension', { type: 'object' }, { type: 'object', 'x-note': 1 }, 'safe safe'],
    ['an XML name', { xml: { name: 'a' } }, { xml: { name: 'b' } }, 'may may'],
    [
      'others, from any',
      { type: 'object' },
      { additionalProperties: { type: 'string' }, type: 'object' },
      'breaks safe',
    ],
    ['others, from true', { additionalProperties: true }, { additionalProperties: { type: 'string' } }, 'breaks safe'],
    ['others, to any', { additionalProperties: { type: 'string' } }, { additionalProperties: {} }, 'safe breaks'],
    ['others, to none', { additionalProperties: { type: 'string' } }, { additionalProperties: false }, 'breaks safe'],
    ['others, any in two ways', { additionalProperties: true }, { additionalProperties: {} }, 'safe safe'],
    ['a property that must be there and is not described', {}, { required: ['id'] }, 'breaks safe'],
    ['a property that may be missing and is not described', { required: ['id'] }, {}, 'safe breaks'],
    ['the property of a choice', chosen('kind'), chosen('type'), 'breaks breaks'],
    ['a value of a choice that goes', chosen('kind', { a: 'A', b: 'B' }), chosen('kind', { a: 'A' }), 'breaks safe'],
    ['a value of a choice that comes', chosen('kind', { a: 'A' }), chosen('kind', { a: 'A', b: 'B' }), 'safe may'],
    ['a value of a choice that means another', chosen('kind', { a: 'A' }), chosen('kind', { a: 'B' }), 'breaks breaks'],
  ])('%s', (_what, before, after, verdict) => {
    expect(judge(before, after)).toBe(verdict);
  });
});

describe('the same in another form is no change', () => {
  it.each<[string, unknown, unknown]>([
    [
      'a bound of its own',
      { type: 'integer', minimum: 5, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 5 },
    ],
    ['another one', { type: 'number', maximum: 5, exclusiveMaximum: true }, { type: 'number', exclusiveMaximum: 5 }],
    ['a flag that is off', { type: 'integer', minimum: 5, exclusiveMinimum: false }, { type: 'integer', minimum: 5 }],
    ['a file', { type: 'file' }, { type: 'string', format: 'binary' }],
    ['bytes', { type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64' }],
    ['binary', { type: 'string', format: 'binary' }, { type: 'string', contentMediaType: 'application/octet-stream' }],
    ['null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['an example', { type: 'string', example: 'a' }, { type: 'string', examples: ['a'] }],
  ])('%s', (_what, before, after) => {
    expect([judge(before, after), judge(after, before)]).toEqual(['safe safe', 'safe safe']);
  });
  it('a file as an answer, which OpenAPI 3.1 gives no schema', () => {
    const answering = (schema: unknown) =>
      posting({ responses: { 200: { content: { 'application/pdf': { schema } } } } });
    const [older, newer] = [answering({ type: 'string', format: 'binary' }), answering({})];
    expect([worst(older, newer), worst(newer, older)]).toEqual(['safe', 'safe']);
  });
  it('but another bound is one', () => {
    expect(judge({ minimum: 5, exclusiveMinimum: true }, { exclusiveMinimum: 6 })).toBe('breaks safe');
  });
});

describe('how parameters are written', () => {
  const query = (schema: Tree, more: Tree = {}) =>
    posting({ parameters: [{ name: 'ids', in: 'query', schema, ...more }] });
  const list = { type: 'array', items: { type: 'integer' } };
  it.each<[string, unknown, unknown, string]>([
    ['one value becomes a list in the default style', query({ type: 'integer' }), query(list), 'safe'],
    ['one value becomes a list of something else', query({ type: 'string' }), query(list), 'breaks'],
    ['one value becomes a list of two at least', query({ type: 'integer' }), query({ ...list, minItems: 2 }), 'breaks'],
    [
      'one value becomes a list in another style',
      query({ type: 'integer' }),
      query(list, { style: 'deepObject' }),
      'breaks',
    ],
    ['a list becomes one value', query(list), query({ type: 'integer' }), 'breaks'],
    ['a list is not exploded any more', query(list), query(list, { explode: false }), 'breaks'],
    ['a list says its default', query(list), query(list, { style: 'form', explode: true }), 'safe'],
    [
      'a single value is not exploded any more',
      query({ type: 'integer' }),
      query({ type: 'integer' }, { explode: false }),
      'safe',
    ],
    ['a list has pipes', query(list), query(list, { style: 'pipeDelimited' }), 'breaks'],
  ])('%s', (_what, before, after, verdict) => {
    expect(worst(before, after)).toBe(verdict);
  });

  it('also in Swagger 2.0, with its limits', () => {
    const swagger = (parameter: Tree) => ({
      swagger: '2.0',
      paths: {
        '/a': {
          get: {
            parameters: [{ name: 'ids', in: 'query', type: 'array', items: { type: 'integer' }, ...parameter }],
            responses: {},
          },
        },
      },
    });
    expect(worst(swagger({}), swagger({ collectionFormat: 'csv' }))).toBe('safe');
    expect(worst(swagger({}), swagger({ collectionFormat: 'pipes' }))).toBe('breaks');
    expect(worst(swagger({}), swagger({ uniqueItems: true }))).toBe('may');
    const number = (limit: Tree) => swagger({ type: 'integer', items: undefined, minimum: 1, ...limit });
    expect(worst(number({}), number({ exclusiveMinimum: true }))).not.toBe('safe');
    const three = {
      openapi: '3.0.3',
      paths: {
        '/a': { get: { parameters: [{ name: 'ids', in: 'query', explode: false, schema: list }], responses: {} } },
      },
    };
    expect(worst(swagger({}), three)).toBe('safe');
  });

  it('a field of a form', () => {
    const form = (encoding?: Tree) =>
      posting({ requestBody: { content: { 'multipart/form-data': { schema: { properties: { a: {} } }, encoding } } } });
    expect(worst(form({ a: { contentType: 'image/png' } }), form({ a: { contentType: 'image/jpeg' } }))).toBe('breaks');
    expect(worst(form({ a: { style: 'form' } }), form({ a: { style: 'deepObject' } }))).toBe('may');
    expect(worst(form(), form({ a: { style: 'form', explode: true } }))).toBe('safe');
  });
});

describe('what the API sends', () => {
  const message = (schema: unknown, required?: boolean) => ({
    post: { requestBody: { required, ...json(schema) }, responses: {} },
  });
  const event = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, note: { type: 'string' } } };
  const { id } = event.properties;
  const asCallback = (item?: Tree) => posting({ callbacks: { done: item ? { '{$request.body#/url}': item } : {} } });
  const asWebhook = (item?: Tree) => ({
    openapi: '3.1.0',
    webhooks: item ? { done: item } : {},
    components: { schemas: { Event: event } },
  });

  it.each<[string, (item?: Tree) => object]>([
    ['a callback', asCallback],
    ['a webhook', asWebhook],
  ])('%s: it goes, comes, and its payload changes for its reader', (_what, withMessage) => {
    const whole = withMessage(message(event));
    expect(worst(whole, withMessage())).toBe('breaks');
    expect(worst(withMessage(), whole)).toBe('safe');
    expect(worst(whole, whole)).toBe('safe');
    expect(worst(whole, withMessage(message({ ...event, properties: { id: { type: 'string' } } })))).toBe('breaks');
    expect(worst(whole, withMessage(message({ ...event, required: [] })))).toBe('breaks');
    expect(worst(whole, withMessage(message({ ...event, properties: { id } })))).toBe('may');
    // More that is always there breaks nobody who reads it.
    expect(worst(whole, withMessage(message({ ...event, required: ['id', 'note'] })))).toBe('safe');
    expect(worst(whole, withMessage({ post: { responses: {} } }))).toBe('breaks');
  });

  it('a named schema that only a webhook sends is read', () => {
    const spec = (required: string[]) => ({
      ...asWebhook(message(reference('Event'))),
      components: { schemas: { Event: { ...event, required } } },
    });
    expect(worst(spec(['id']), spec(['id', 'note']))).toBe('safe');
    expect(worst(spec(['id', 'note']), spec(['id']))).toBe('breaks');
  });
});
