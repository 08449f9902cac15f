import { readdirSync, readFileSync } from 'node:fs';
import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { expect, it } from 'vitest';
import { parseSpec } from '../parse-spec.ts';
import { type Fields, fieldsOf } from '../spec-tree.ts';
import { compareSpecs } from './compare-specs.ts';

const folder = new URL('../fixtures/pairs/', import.meta.url);
const modules = new URL('../../node_modules/', import.meta.url);

/** What the versions of OpenAPI write differently, in one file of the oldest. */
const everyForm = {
  swagger: '2.0',
  info: { title: 'Boxes', version: '1', description: 'All of them' },
  host: 'boxes.example',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: {
    '/boxes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer', format: 'int64' }],
      get: {
        summary: 'Read a box',
        parameters: [
          {
            name: 'size',
            in: 'query',
            type: 'number',
            minimum: 0,
            exclusiveMinimum: true,
            maximum: 9,
            exclusiveMaximum: false,
          },
          { name: 'ids', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          { name: 'X-Tags', in: 'header', type: 'array', items: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'The box',
            schema: { $ref: '#/definitions/Box' },
            examples: { 'application/json': { id: 1 } },
          },
          404: { description: 'None' },
        },
      },
      put: {
        consumes: ['multipart/form-data'],
        parameters: [
          { name: 'photo', in: 'formData', type: 'file' },
          { name: 'note', in: 'formData', type: 'string', maxLength: 100 },
        ],
        responses: { 204: { description: 'Stored' } },
      },
      post: {
        parameters: [
          {
            name: 'box',
            in: 'body',
            required: true,
            description: 'The new one',
            schema: { $ref: '#/definitions/Box' },
          },
        ],
        responses: { 201: { description: 'Made' } },
      },
    },
    '/photos/{id}': {
      get: {
        produces: ['image/png'],
        parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
        responses: { 200: { description: 'The photo', schema: { type: 'file' } } },
      },
    },
  },
  definitions: {
    Box: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer', minimum: 0, exclusiveMinimum: true, example: 7 },
        key: { type: 'string', format: 'byte' },
        inner: { $ref: '#/definitions/Box' },
      },
    },
  },
};

const descriptions: [string, () => unknown][] = [
  ['every form', () => everyForm],
  ...['rclone-openapi/openapi.json', '@blockfrost/openapi/openapi.yaml', '@directus/specs/dist/openapi.json'].map(
    (file): [string, () => unknown] => [
      file,
      () => parseSpec(readFileSync(new URL(file, modules)), { exact: true }).value,
    ],
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

/** Returns the description in each version that it can be converted to. The converter changes what it gets. */
const converted = (description: Fields): Fields[] => {
  const isTwo = description.swagger !== undefined;
  const three = isTwo ? (upgradeFromTwoToThree(structuredClone(description)) as Fields) : description;
  const all = isTwo ? [description, structuredClone(three)] : [description];
  if (!String(three.openapi).startsWith('3.0')) return all;
  return [...all, upgradeFromThreeToThreeOne(structuredClone(three)) as Fields];
};

it.each(descriptions)('%s is the same in all versions of OpenAPI', (_name, read) => {
  const versions = converted(fieldsOf(read()) ?? {});
  for (const one of versions) for (const other of versions) expect(compareSpecs(one, other).changes).toEqual([]);
});

it('a change beside the conversion is still seen', () => {
  const [, , newest = {}] = converted(everyForm);
  const changed = (from: string, to: string) => JSON.parse(JSON.stringify(newest).replaceAll(from, to)) as unknown;
  expect(compareSpecs(everyForm, changed('Read a box', 'Read it'))).toMatchObject({ breaking: 0, maybe: 0, total: 1 });
  expect(compareSpecs(everyForm, changed('"exclusiveMinimum":0', '"exclusiveMinimum":1')).breaking).toBeGreaterThan(0);
});
