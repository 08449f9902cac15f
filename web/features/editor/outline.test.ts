import { parser as jsonParser } from '@lezer/json';
import { parser as yamlParser } from '@lezer/yaml';
import { describe, expect, it } from 'vitest';
import { formatOf, operationAt, outlineOf } from './outline.ts';

const outline = (text: string) =>
  outlineOf((formatOf(text) === 'json' ? jsonParser : yamlParser).parse(text), text).map(
    ({ group, label, method, from }) => `${group}: ${method ? `${method} ` : ''}${label} @${from}`,
  );

const yaml = `openapi: 3.1.0
info:
  title: Shop
paths:
  /books: # all of them
    parameters: []
    get: &list
      summary: List
    post: { summary: Add }
  "/books/{id}":
    get: *list
components:
  schemas:
    Book:
      type: object
    'Not''a book': {}
  responses: {}
`;

describe('the outline of a text', () => {
  it('lists the parts, operations and components of YAML in order', () => {
    const at = (words: string) => yaml.indexOf(words);
    expect(outline(yaml)).toEqual([
      'document: openapi @0',
      `document: info @${at('info')}`,
      `paths: get /books @${at('get: &list')}`,
      `paths: post /books @${at('post')}`,
      `paths: get /books/{id} @${at('get: *list')}`,
      `schemas: Book @${at('Book:')}`,
      `schemas: Not'a book @${at("'Not")}`,
    ]);
  });

  it('is the same for JSON, and for the first level of Swagger 2.0', () => {
    expect(outline('{"swagger":"2.0","paths":{"/a":{"get":{},"x-a":{}}},"definitions":{"A":{}}}')).toEqual([
      'document: swagger @1',
      'paths: get /a @32',
      'definitions: A @67',
    ]);
  });

  it('leaves out unreadable parts', () => {
    expect(outline('{"paths":{"/a":{"get":{}, "po').join()).toContain('get /a');
    expect(outline('openapi: 3.1.0\npaths:\n  /a:\n    get:\n      summary: "open\n').join()).toContain('get /a');
    expect(outline('')).toEqual([]);
    expect(outline('just text')).toEqual([]);
  });

  it('finds the operation at a place', () => {
    const entries = outlineOf(yamlParser.parse(yaml), yaml);
    expect(operationAt(entries, yaml.indexOf('List'))).toEqual({ path: '/books', method: 'get' });
    expect(operationAt(entries, yaml.indexOf('title'))).toBeUndefined();
  });
});
