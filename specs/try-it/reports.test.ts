import { describe, expect, it } from 'vitest';
import { parseJson } from '../parse-json.ts';
import { tryItOperationsIn } from '../try-it-operations.ts';
import { bodyOf } from './fixture/operation-of.ts';

/** Public reports on other tools for the same job, as they were written. */
describe('reports', () => {
  const fieldsOf = (schema: object, encoding?: object) => bodyOf('multipart/form-data', { schema, encoding })?.fields;
  const exampleOf = (schema: object, schemas: object = {}) =>
    JSON.parse(bodyOf('application/json', { schema }, { components: { schemas } })?.example ?? '') as unknown;

  it('Redocly/openapi-sampler 186: a person with friends', () => {
    const friend = { $ref: '#/components/schemas/person' };
    const person = {
      type: 'object',
      properties: { name: { type: 'string' }, friend, friends: { type: 'array', items: friend } },
      required: ['name', 'friends'],
    };
    expect(exampleOf({ type: 'object', properties: { human: friend } }, { person })).toEqual({
      human: { name: 'string', friends: [] },
    });
  });

  it("stoplightio/elements 2154 and Redocly/redocly-cli 1684: what only responses have, also in an author's example", () => {
    const id = { type: 'integer', readOnly: true };
    const line = { type: 'object', required: ['id'], properties: { id, note: { type: 'string' } } };
    const either = { readOnly: true, oneOf: [{ type: 'string', enum: ['a'] }, { type: 'number' }] };
    const properties = { id, either, at: { $ref: '#/components/schemas/at' }, lines: { type: 'array', items: line } };
    const schema = { type: 'object', required: ['id'], properties };
    const at = { type: 'string', readOnly: true };
    expect(exampleOf(schema, { at })).toEqual({ lines: [{ note: 'string' }] });
    const example = { id: 7, at: 'now', either: 2, lines: [{ id: 1, note: 'x' }], more: true };
    expect(exampleOf({ ...schema, example }, { at })).toEqual({ lines: [{ note: 'x' }], more: true });
  });

  it('Redocly/openapi-sampler 152: a pattern', () => {
    const schema = { type: 'object', properties: { test: { type: 'string', pattern: '^[0-9]{5,8}$' } } };
    expect(exampleOf(schema)).toEqual({ test: '00000' });
  });

  it('stoplightio/json-schema-sampler 37: no null at some depth', () => {
    const strings = { type: 'array', items: { type: 'string' } };
    const items = { type: 'object', properties: { someStrings: strings } };
    const schema = { type: 'object', required: ['someObjects'], properties: { someObjects: { type: 'array', items } } };
    expect(exampleOf(schema)).toEqual({ someObjects: [{ someStrings: ['string'] }] });
  });

  it('swagger-api/swagger-ui 9442: the number of a SIM card', () => {
    const text =
      '{"paths":{"/{iccid}":{"get":{"parameters":[{"name":"iccid","in":"path","example":89490200001123456789,"schema":{"type":"integer"}}]}}}}';
    expect(tryItOperationsIn(parseJson(text, { exact: true }))[0]?.parameters[0]?.example).toBe('89490200001123456789');
  });

  it('swagger-api/swagger-ui 5638 and 5577: an object in a part is JSON', () => {
    const items = { type: 'object', properties: { someId: { type: 'string' } } };
    const part = { type: 'object', properties: { 'some-items': { type: 'array', items } } };
    const written = {
      name: 'json-part',
      contentType: 'application/json',
      example: expect.stringContaining('"someId": "string"'),
    };
    const schema = { type: 'object', properties: { 'json-part': part } };
    expect(fieldsOf(schema, { 'json-part': { contentType: 'application/json' } })).toMatchObject([written]);
    expect(fieldsOf(schema)).toMatchObject([written]);
  });

  it('swagger-api/swagger-ui 10221: a list in parts is several parts', () => {
    const list = { type: 'array', items: { type: 'integer', format: 'int32' }, nullable: true };
    expect(fieldsOf({ type: 'object', properties: { list } })).toMatchObject([
      { writing: { shape: 'list', explode: true } },
    ]);
  });

  it('swagger-api/swagger-ui 3375: parts without a file', () => {
    const parameters = [{ name: 'a', in: 'formData', type: 'string' }];
    const post = { consumes: ['multipart/form-data'], parameters };
    expect(tryItOperationsIn({ swagger: '2.0', paths: { '/a': { post } } })[0]?.bodies).toMatchObject([
      { kind: 'parts' },
    ]);
  });

  const xmlOf = (schema: object, schemas: object = {}, more: object = {}) =>
    bodyOf('application/xml', { schema, ...more }, { components: { schemas } })?.example.replace(/^<\?.*\?>\n/, '');

  it('swagger-api/swagger-ui 4274: items of a wrapped list, with their name beside a reference', () => {
    const items = { xml: { name: 'masterConsignment' }, $ref: '#/components/schemas/One' };
    const One = { type: 'object', properties: { product: { type: 'string' } } };
    const list = { type: 'array', xml: { wrapped: true }, items };
    expect(xmlOf({ type: 'object', xml: { name: 'a' }, properties: { masterConsignments: list } }, { One })).toBe(
      '<a>\n  <masterConsignments>\n    <masterConsignment>\n      <product>string</product>\n    </masterConsignment>\n  </masterConsignments>\n</a>',
    );
  });

  it('swagger-api/swagger-ui 7693: attributes with a namespace of their own', () => {
    const about = { type: 'string', example: 'urn:1', xml: { attribute: true, prefix: 'r', namespace: 'urn:rdf' } };
    expect(
      xmlOf({ type: 'object', xml: { name: 'RDF', prefix: 'rdf', namespace: 'urn:x' }, properties: { about } }),
    ).toBe('<rdf:RDF xmlns:rdf="urn:x" xmlns:r="urn:rdf" r:about="urn:1"/>');
  });

  it('swagger-api/swagger-ui 9356 and 6615: an example that is XML already, and one that is an object', () => {
    const schema = { type: 'object', xml: { name: 'feed' }, properties: { code: { type: 'string' } } };
    expect(xmlOf(schema, {}, { example: '<a:feed xmlns:a="urn:a"/>' })).toBe('<a:feed xmlns:a="urn:a"/>');
    expect(xmlOf(schema, {}, { example: { code: 'ok_xml' } })).toBe('<feed>\n  <code>ok_xml</code>\n</feed>');
  });
});
