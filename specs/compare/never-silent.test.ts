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
    [
      'a property that is only read from now on',
      { properties: { a: { type: 'string' } } },
      { properties: { a: { type: 'string', readOnly: true } } },
      'may safe',
    ],
    [
      'a property that is only sent from now on',
      { required: ['a'], properties: { a: { type: 'string' } } },
      { required: ['a'], properties: { a: { type: 'string', writeOnly: true } } },
      'safe breaks',
    ],
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
    [
      'a bound that is said twice',
      { type: 'integer', minimum: 5, exclusiveMinimum: true },
      { type: 'integer', minimum: 5, exclusiveMinimum: 5 },
    ],
    [
      'bounds of two parts, each with its own flag',
      { allOf: [{ minimum: 5 }, { minimum: 3, exclusiveMinimum: true }] },
      { minimum: 5 },
    ],
    ['a wider bound', { maximum: 5, exclusiveMaximum: 9 }, { maximum: 5 }],
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
    ['a number becomes a list with commas', query({ type: 'integer' }), query(list, { explode: false }), 'safe'],
    [
      'a text, which may have commas, becomes a list with them',
      query({ type: 'string' }),
      query({ type: 'array', items: { type: 'string' } }, { explode: false }),
      'breaks',
    ],
    [
      'another media type',
      query({}, { schema: undefined, content: { 'application/json': { schema: {} } } }),
      query({}, { schema: undefined, content: { 'application/xml': { schema: {} } } }),
      'breaks',
    ],
    [
      'signs are not taken as they are any more',
      query({ type: 'string' }, { allowReserved: true }),
      query({ type: 'string' }),
      'may',
    ],
    [
      'a value must not be empty any more',
      query({ type: 'string' }, { allowEmptyValue: true }),
      query({ type: 'string' }),
      'may',
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
    const lists = (collectionFormat?: string) => ({
      swagger: '2.0',
      paths: {
        '/a': {
          post: {
            consumes: ['multipart/form-data'],
            parameters: [{ name: 'a', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat }],
            responses: {},
          },
        },
      },
    });
    expect(worst(lists(), lists('csv'))).toBe('safe');
    expect(worst(lists(), lists('multi'))).toBe('breaks');
  });

  it('headers and parts of an answer', () => {
    const answering = (header: Tree, encoding?: Tree) => ({
      openapi: '3.1.0',
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                headers: { 'X-Crates': { schema: { type: 'object' }, ...header } },
                content: { 'multipart/mixed': { schema: { properties: { a: {} } }, encoding } },
              },
            },
          },
        },
      },
    });
    expect(worst(answering({}), answering({ explode: true }))).toBe('breaks');
    expect(worst(answering({}), answering({ style: 'simple', explode: false }))).toBe('safe');
    expect(worst(answering({ required: true }), answering({}))).toBe('breaks');
    expect(worst(answering({}), answering({ required: true }))).toBe('safe');
    const written = (contentType: string) => answering({}, { a: { contentType } });
    expect(worst(written('image/png'), written('image/jpeg'))).toBe('breaks');
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
    const signed = (required: boolean) => ({
      post: {
        ...message(event).post,
        parameters: [{ name: 'X-Signature', in: 'header', required, schema: { type: 'string' } }],
      },
    });
    expect(worst(withMessage(signed(true)), whole)).toBe('breaks');
    expect(worst(withMessage(signed(false)), whole)).toBe('may');
    expect(worst(withMessage(signed(true)), withMessage(signed(false)))).toBe('breaks');
    expect(worst(whole, withMessage(signed(true)))).toBe('safe');
    expect(worst(withMessage(message(event, true)), whole)).toBe('breaks');
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

it('a schema behind $dynamicRef counts for who sends it', () => {
  const spec = (type: string) =>
    posting(
      { requestBody: json({ $dynamicRef: '#size' }) },
      { components: { schemas: { Size: { $dynamicAnchor: 'size', type } } } },
    );
  expect(worst(spec('integer'), spec('boolean'))).toBe('breaks');
});

it('another kind of the same security scheme', () => {
  const spec = (type: string) =>
    posting({ security: [{ shop: [] }] }, { components: { securitySchemes: { shop: { type } } } });
  expect(worst(spec('oauth2'), spec('openIdConnect'))).toBe('breaks');
  expect(worst(spec('oauth2'), spec('oauth2'))).toBe('safe');
});

describe('where callers get a token', () => {
  const withScheme = (shop: Tree) => ({ openapi: '3.1.0', paths: {}, components: { securitySchemes: { shop } } });
  const oauth = (flow: Tree) => withScheme({ type: 'oauth2', flows: { authorizationCode: flow } });
  const flow = {
    authorizationUrl: 'https://login.example/start',
    tokenUrl: 'https://login.example/token',
    refreshUrl: 'https://login.example/again',
    scopes: { read: 'Reads', write: 'Writes' },
  };
  it.each<[string, unknown]>([
    ['another tokenUrl', { ...flow, tokenUrl: 'https://other.example/token' }],
    ['another authorizationUrl', { ...flow, authorizationUrl: 'https://other.example/start' }],
    ['no refreshUrl', { ...flow, refreshUrl: undefined }],
    ['a scope that goes', { ...flow, scopes: { read: 'Reads' } }],
  ])('%s may break', (_what, now) => {
    expect(worst(oauth(flow), oauth(now as Tree))).toBe('may');
  });
  it('another openIdConnectUrl may break, and Swagger 2.0 says the same', () => {
    const connect = (host: string) => withScheme({ type: 'openIdConnect', openIdConnectUrl: `https://${host}/.known` });
    expect(worst(connect('a.example'), connect('b.example'))).toBe('may');
    const two = {
      swagger: '2.0',
      paths: {},
      securityDefinitions: { shop: { type: 'oauth2', flow: 'accessCode', ...flow, refreshUrl: undefined } },
    };
    expect(worst(two, oauth(flow))).toBe('safe');
    expect(worst(two, oauth({ ...flow, tokenUrl: 'https://other.example/token' }))).toBe('may');
    expect(compareSpecs(two, oauth({ ...flow, tokenUrl: '/t' })).changes).toMatchObject([
      { subject: 'security shop', place: 'authorizationCode tokenUrl', before: flow.tokenUrl, after: '/t' },
    ]);
  });
  it('more scopes and other words for them are no change', () => {
    expect(worst(oauth(flow), oauth({ ...flow, scopes: { read: 'R', write: 'W', all: 'A' } }))).toBe('safe');
  });
});

describe('references that are not followed', () => {
  const spec = ($ref: string, type: string, $id = 'https://crates.example/other') =>
    posting(
      { requestBody: json({ $ref }) },
      { components: { schemas: { Other: { $id, $defs: { Size: { type } } }, Apart: { type: 'string' } } } },
    );
  it.each(['other#/$defs/Size', './other#/$defs/Size', 'https://crates.example/other#/$defs/Size'])(
    '%s names a schema by its $id, which changes',
    (reference) => {
      const [older, newer] = [spec(reference, 'integer'), spec(reference, 'boolean')];
      expect(worst(older, older)).toBe('safe');
      expect(worst(older, newer)).toBe('may');
      expect(compareSpecs(older, newer).changes[0]).toMatchObject({ subject: reference, verdict: 'may-break' });
    },
  );
  it('another schema has that $id, or none', () => {
    expect(worst(spec('other', 'integer', 'https://crates.example/another'), spec('other', 'string', 'b'))).toBe(
      'safe',
    );
    expect(worst(spec('other', 'integer'), spec('other', 'integer', 'gone'))).toBe('may');
  });
  it.each([
    ['a.yaml#/Size', 'b.yaml#/Size'],
    ['#/nowhere', '#/nowhere/else'],
  ])('%s becomes %s', (before, after) => {
    expect(judge({ $ref: before }, { $ref: after })).toBe('may may');
  });
});
