import { describe, expect, it } from 'vitest';
import { parseJson } from '../parse-json.ts';
import { tryItOperationsIn } from '../try-it-operations.ts';
import { bodyOf, operationOf } from './fixture/operation-of.ts';

const parameterOf = (parameter: object) =>
  operationOf({ parameters: [{ name: 'p', in: 'query', ...parameter }] }).parameters[0];

const ids = { type: 'array', items: { type: 'integer' }, example: [3, 5] };
const point = {
  type: 'object',
  properties: { x: { type: 'integer', example: 1 }, y: { type: 'integer', example: 2 } },
};

describe('parameters', () => {
  it.each<[string, object, object]>([
    ['a list', { schema: ids }, { example: ['3', '5'], writing: { shape: 'list', style: 'form', explode: true } }],
    [
      'a list in one value',
      { schema: ids, explode: false },
      { writing: { shape: 'list', style: 'form', explode: false } },
    ],
    ['with pipes', { schema: ids, style: 'pipeDelimited' }, { writing: { style: 'pipeDelimited', explode: false } }],
    [
      'an object',
      { schema: point, style: 'deepObject', explode: true },
      {
        example: [
          { name: 'x', value: '1' },
          { name: 'y', value: '2' },
        ],
        writing: { shape: 'map', style: 'deepObject', explode: true },
      },
    ],
    [
      'in the path',
      { in: 'path', schema: ids, style: 'matrix' },
      { required: true, writing: { shape: 'list', style: 'matrix', explode: false } },
    ],
    [
      'a label',
      { in: 'path', schema: { type: 'string', example: 'a' }, style: 'label' },
      { example: 'a', writing: { shape: 'text', style: 'label' } },
    ],
    ['in a header', { in: 'header', schema: ids }, { writing: { shape: 'list', style: 'simple', explode: false } }],
    [
      'with reserved signs',
      { schema: { type: 'string', example: 'a/b' }, allowReserved: true },
      { example: 'a/b', writing: { reserved: true } },
    ],
    [
      'with a media type',
      { content: { 'application/json': { schema: point } } },
      { contentType: 'application/json', example: '{"x":1,"y":2}' },
    ],
    [
      'a text as JSON',
      { content: { 'application/json': { schema: { type: 'string', example: 'hello' } } } },
      { example: '"hello"' },
    ],
    ['of one of several types', { schema: { anyOf: [ids, { type: 'string' }] } }, { example: ['3', '5'] }],
    ['a number that is written as a text', { schema: { type: 'integer' }, example: '7' }, { example: '7' }],
    ['a text that is written as a number', { schema: { type: 'string' }, example: 7 }, { example: '7' }],
    ['whose example is wrong', { schema: { type: 'integer', minimum: 2 }, example: 'seven' }, { example: '2' }],
    [
      'with examples',
      { schema: { type: 'integer' }, examples: { a: { value: 'x' }, b: { value: 9 } } },
      { example: '9' },
    ],
  ])('%s', (_what, parameter, read) => {
    expect(parameterOf(parameter)).toMatchObject(read);
  });

  it('lists of Swagger 2.0 are written as it says', () => {
    const parameters = ['csv', 'ssv', 'tsv', 'pipes', 'multi'].map((collectionFormat) => ({
      name: collectionFormat,
      in: 'query',
      collectionFormat,
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
    }));
    const [operation] = tryItOperationsIn({ swagger: '2.0', paths: { '/a': { get: { parameters } } } });
    expect(operation?.parameters.map(({ writing }) => [writing?.style, writing?.explode])).toEqual([
      ['form', false],
      ['spaceDelimited', false],
      ['tabDelimited', false],
      ['pipeDelimited', false],
      ['form', true],
    ]);
    expect(operation?.parameters[0]?.example).toEqual(['a']);
  });

  it("what can't be sent is named", () => {
    const { parameters, unsent } = operationOf({
      parameters: [
        { name: 'session', in: 'cookie', schema: { type: 'string' } },
        { name: 'Host', in: 'header', schema: { type: 'string' } },
        { name: 'X-Forwarded-For', in: 'header', schema: { type: 'string' } },
        { name: 'filter', in: 'query', schema: { type: 'array', items: point } },
        { name: 'deep', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { in: point } } },
        { name: 'Authorization', in: 'header', schema: { type: 'string' } },
      ],
      requestBody: { content: { 'multipart/mixed': {}, 'application/json': { schema: point } } },
    });
    expect(parameters).toEqual([]);
    expect(unsent).toEqual([
      { name: 'session', why: 'cookie' },
      { name: 'X-Forwarded-For', why: 'header' },
      { name: 'filter', why: 'nested' },
      { name: 'deep', why: 'nested' },
      { name: 'multipart/mixed', why: 'media-type' },
    ]);
    const get = operationOf({ requestBody: { content: { 'application/json': { schema: point } } } }, {}, 'get');
    expect(get).toMatchObject({ bodies: [], unsent: [{ name: 'application/json', why: 'method' }] });
  });
});

describe('bodies', () => {
  it.each<[string, string, object, object]>([
    ['JSON', 'application/json', { schema: point }, { kind: 'text', example: '{\n  "x": 1,\n  "y": 2\n}' }],
    ['a text as JSON', 'application/json', { schema: { type: 'string' }, example: 'hello' }, { example: '"hello"' }],
    [
      'JSON that is written as a text',
      'application/json',
      { schema: point, example: '{"x": 5, "y": 6}' },
      { example: '{\n  "x": 5,\n  "y": 6\n}' },
    ],
    ['an example without a schema', 'application/json', { example: { a: 1 } }, { example: '{\n  "a": 1\n}' }],
    [
      'an example that no JSON can hold',
      'application/json',
      { example: { a: [JSON.parse('1e400')] } },
      { example: '' },
    ],
    [
      'a kind of JSON',
      'application/vnd.shop+json; version=1',
      { schema: point },
      { kind: 'text', contentType: 'application/vnd.shop+json; version=1' },
    ],
    ['lines of JSON', 'application/x-ndjson', { schema: point }, { example: '{"x":1,"y":2}' }],
    ['plain text', 'text/plain', { schema: { type: 'string', example: 'hello' } }, { kind: 'text', example: 'hello' }],
    ['text without a schema', 'text/csv', { example: 'a,b\n1,2' }, { kind: 'text', example: 'a,b\n1,2' }],
    ['any type, for an object', '*/*', { schema: point }, { contentType: 'application/json', kind: 'text' }],
    ['any type, for a text', '*/*', { schema: { type: 'string' } }, { contentType: 'text/plain', example: 'string' }],
    [
      'any type, for bytes',
      '*/*',
      { schema: { type: 'string', format: 'binary' } },
      { contentType: 'application/octet-stream', range: '*/*', kind: 'file' },
    ],
    ['any text', 'text/*', { schema: { type: 'string' } }, { contentType: 'text/plain' }],
    ['any image', 'image/*', {}, { contentType: 'image/png', range: 'image/*', kind: 'file' }],
    ['bytes', 'application/octet-stream', {}, { kind: 'file', contentType: 'application/octet-stream' }],
    ['bytes of a kind', 'application/cbor', { schema: { type: 'string' } }, { kind: 'file' }],
  ])('%s', (_what, contentType, media, read) => {
    expect(bodyOf(contentType, media)).toMatchObject(read);
  });

  it('a form has its fields', () => {
    const schema = {
      type: 'object',
      required: ['ac'],
      properties: {
        ac: { type: 'integer', example: 4, description: 'How many' },
        ids,
        at: point,
        size: point,
        no: { type: 'string', readOnly: true },
      },
    };
    const encoding = { ids: { style: 'pipeDelimited' }, size: { style: 'deepObject', explode: true } };
    expect(bodyOf('application/x-www-form-urlencoded', { schema, encoding })).toEqual({
      contentType: 'application/x-www-form-urlencoded',
      kind: 'form',
      example: '',
      fields: [
        { name: 'ac', required: true, description: 'How many', example: '4' },
        {
          name: 'ids',
          required: false,
          description: '',
          example: ['3', '5'],
          writing: { shape: 'list', style: 'pipeDelimited', explode: false, reserved: false },
        },
        {
          name: 'at',
          required: false,
          description: '',
          contentType: 'application/json',
          example: '{\n  "x": 1,\n  "y": 2\n}',
        },
        {
          name: 'size',
          required: false,
          description: '',
          example: [
            { name: 'x', value: '1' },
            { name: 'y', value: '2' },
          ],
          writing: { shape: 'map', style: 'deepObject', explode: true, reserved: false },
        },
      ],
    });
  });

  it('a form in parts has files', () => {
    const schema = {
      type: 'object',
      required: ['photo'],
      properties: {
        photo: { type: 'string', format: 'binary' },
        more: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
        note: { type: 'string', example: 'hello' },
        about: point,
      },
    };
    const fields = bodyOf('multipart/form-data', {
      schema,
      encoding: { photo: { contentType: 'image/png, image/jpeg' } },
    })?.fields;
    expect(fields).toMatchObject([
      { name: 'photo', required: true, contentType: 'image/png', writing: { shape: 'file' } },
      { name: 'more', writing: { shape: 'files' } },
      { name: 'note', example: 'hello' },
      { name: 'about', contentType: 'application/json', example: '{\n  "x": 1,\n  "y": 2\n}' },
    ]);
  });

  it('forms and files of Swagger 2.0', () => {
    const post = (parameters: object[], consumes?: string[]) =>
      tryItOperationsIn({ swagger: '2.0', paths: { '/a': { post: { parameters, consumes } } } })[0]?.bodies;
    const product = { name: 'product', in: 'formData', type: 'string', required: true, 'x-example': 'no' };
    const tags = { name: 'tags', in: 'formData', type: 'array', items: { type: 'string' } };
    expect(post([product, tags])).toMatchObject([
      {
        contentType: 'application/x-www-form-urlencoded',
        kind: 'form',
        fields: [
          { name: 'product', required: true, example: 'string' },
          { name: 'tags', example: ['string'], writing: { shape: 'list', style: 'form', explode: false } },
        ],
      },
    ]);
    expect(post([product, { name: 'photo', in: 'formData', type: 'file' }])).toMatchObject([
      {
        contentType: 'multipart/form-data',
        kind: 'parts',
        fields: [{ name: 'product' }, { writing: { shape: 'file' } }],
      },
    ]);
    expect(post([product], ['multipart/form-data'])).toMatchObject([{ kind: 'parts' }]);
  });

  it('XML is written by its hints', () => {
    const Pet = {
      type: 'object',
      xml: { name: 'pet', namespace: 'https://pets.example/', prefix: 'p' },
      properties: {
        id: { type: 'integer', example: 7, xml: { attribute: true } },
        name: { type: 'string', example: 'A & <B>' },
        photos: {
          type: 'array',
          xml: { name: 'photo-list', wrapped: true },
          items: { type: 'string', example: 'a.png', xml: { name: 'photo' } },
        },
        tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
      },
    };
    const Tag = { type: 'object', properties: { label: { type: 'string', example: 'x' } }, xml: { name: 'tag' } };
    const components = { schemas: { Pet, Tag } };
    expect(bodyOf('application/xml', { schema: { $ref: '#/components/schemas/Pet' } }, { components })?.example).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<p:pet xmlns:p="https://pets.example/" id="7">
  <name>A &#38; &#60;B&#62;</name>
  <photo-list>
    <photo>a.png</photo>
  </photo-list>
  <tag>
    <label>x</label>
  </tag>
</p:pet>`,
    );
    expect(
      bodyOf('text/xml', { schema: { $ref: '#/components/schemas/Tag' }, example: '<tag/>' }, { components })?.example,
    ).toBe('<tag/>');
  });

  it('values keep the digits of whole numbers', () => {
    const text = `{"paths":{"/sims/{iccid}":{"put":{"parameters":[{"name":"iccid","in":"path","schema":{"type":"integer","example":8949020000112345678}}],
      "requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer","default":515240706323775433},"least":{"type":"integer","minimum":9007199254740993}}}}}}}}}}`;
    const [operation] = tryItOperationsIn(parseJson(text, { exact: true }));
    expect(operation?.parameters[0]?.example).toBe('8949020000112345678');
    expect(operation?.bodies[0]?.example).toBe('{\n  "id": 515240706323775433,\n  "least": 9007199254740993\n}');
  });
});
