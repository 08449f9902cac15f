import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '#domain/core/problem.ts';
import { parseYaml } from '#specs/parse-yaml.ts';
import { sampleSpec } from '#specs/sample-spec.ts';
import type { SpecDocument } from '#specs/spec-document.ts';
import { readSpec } from './read-spec.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const accepted = async (source: string | Uint8Array): Promise<SpecDocument> => {
  const response = await readSpec(typeof source === 'string' ? encode(source) : source);
  if (isRefusal(response)) throw new Error(JSON.stringify(response));
  return response;
};

const problems = async (source: string | Uint8Array) => {
  const response = await readSpec(typeof source === 'string' ? encode(source) : source);
  if (!isRefusal(response)) throw new Error(`accepted: ${JSON.stringify(response)}`);
  return response.problems;
};

const published = (file: string) => readFile(fileURLToPath(new URL(`../../node_modules/${file}`, import.meta.url)));

const head = 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\n';

describe('real descriptions', () => {
  test.each([
    ['rclone-openapi/openapi.json', 'json', '3.1', 'Rclone RC API', 101],
    ['rclone-openapi/openapi.yaml', 'yaml', '3.1', 'Rclone RC API', 101],
    ['@blockfrost/openapi/openapi.yaml', 'yaml', '3.0', 'Blockfrost.io ~ API Documentation', 129],
    ['@directus/specs/dist/openapi.json', 'json', '3.0', 'Directus', 136],
  ] as const)('%s', async (file, format, specVersion, title, operations) => {
    const bytes = await published(file);
    const document = await accepted(bytes);
    expect(document).toMatchObject({ format, specVersion, title, size: bytes.length });
    expect(document.operations).toBe(operations);
    expect(document.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('JSON and YAML of one description have the same result', async () => {
    const [json, yaml] = await Promise.all(
      ['rclone-openapi/openapi.json', 'rclone-openapi/openapi.yaml'].map(async (file) =>
        accepted(await published(file)),
      ),
    );
    expect({ ...json, hash: '', format: '', size: 0 }).toEqual({ ...yaml, hash: '', format: '', size: 0 });
  });

  test('lines within brackets and quotes may begin in any column, as in other readers', async () => {
    // Docker's Engine API is written like this.
    const value = parseYaml(`definitions:
  Port:
    example: {
      "80/tcp": {},
      "443/tcp": {}
    }
    Labels:
      - [
      one,
    two
  ]
    description: "A list of labels for
    systems, such as
  this one."
`);
    expect(value).toEqual({
      definitions: {
        Port: {
          example: { '80/tcp': {}, '443/tcp': {} },
          Labels: [['one', 'two']],
          description: 'A list of labels for systems, such as this one.',
        },
      },
    });
  });

  test('reports the position of a bracket that is not closed', async () => {
    const found = await problems(`${head}x-a: {\nb: 1\npaths: {}\n`);
    expect(found).toMatchObject([{ code: 'spec.syntax', parameters: { line: 5, column: expect.any(Number) } }]);
    expect(Number(found[0]?.parameters?.column)).toBeLessThan(20);
  });

  test('accepts wrong columns within brackets in 100 lines, but not in 300', async () => {
    const lines = (count: number) => `${head}x-a: [\n${'1,\n'.repeat(count)}1 ]\npaths: {}\n`;
    expect(await accepted(lines(100))).toMatchObject({ title: 'Pets' });
    expect(await problems(lines(300))).toMatchObject([{ code: 'spec.indentation', parameters: { line: 204 } }]);
  });

  test('reads the sample', async () => {
    expect(await accepted(sampleSpec)).toMatchObject({
      format: 'yaml',
      specVersion: '3.1',
      openapi: '3.1.0',
      title: 'Bookshop',
      version: '1.0.0',
      operations: 4,
      paths: 4,
      servers: ['https://api.bookshop.example/v1'],
      tags: ['Books', 'Orders'],
    });
  });
});

describe('the values of a description', () => {
  test('Swagger 2.0: addresses from schemes, host and base path; operations, not parameters, are counted', async () => {
    const swagger = {
      swagger: '2.0',
      info: { title: 'Pets', version: '7' },
      host: 'pets.example:8443',
      basePath: '/v2',
      schemes: ['https', 'http', 'wss'],
      tags: [{ name: 'declared' }],
      paths: {
        '/pets': { get: { tags: ['used'] }, post: { tags: ['declared'] }, parameters: [], 'x-note': {} },
        'x-other': { get: {} },
      },
    };
    expect(await accepted(JSON.stringify(swagger))).toMatchObject({
      specVersion: '2.0',
      openapi: '2.0',
      servers: ['https://pets.example:8443/v2', 'http://pets.example:8443/v2'],
      operations: 2,
      paths: 1,
      tags: ['declared', 'used'],
    });
  });

  test('servers: variables have their defaults; relative addresses and other schemes are left out', async () => {
    const servers = `servers:
  - { url: 'https://{region}.pets.example/{base}', variables: { region: { default: eu }, base: { default: v1 } } }
  - { url: 'https://{unknown}.pets.example' }
  - { url: /v1 }
  - { url: 'javascript:alert(1)' }
  - { url: 'file:///etc/passwd' }
`;
    expect((await accepted(`${head}${servers}paths: {}`)).servers).toEqual(['https://eu.pets.example/v1']);
  });

  test.each([
    ['info: { title: Pets, version: 1.0 }', '1.0'],
    ['info: { title: Pets, version: 2024-01-31 }', '2024-01-31'],
    ['info: { title: Pets }', ''],
  ])('reads the version of %s as it is written: "%s"', async (info, version) => {
    expect((await accepted(`openapi: 3.0.3\n${info}\npaths: {}`)).version).toBe(version);
  });

  test('a version that is a number keeps its zero, also in JSON, and an unquoted swagger: 2.0 is Swagger 2.0', async () => {
    expect((await accepted('{"openapi":"3.0.0","info":{"version":1.10},"paths":{}}')).version).toBe('1.10');
    expect((await accepted('swagger: 2.0\ninfo: {}\npaths: {}')).specVersion).toBe('2.0');
  });

  test('texts are cut, and characters that a database refuses are removed', async () => {
    const info = {
      title: `a\u0000b\ud800 ${'x'.repeat(5_000)}`,
      description: `one\r\ntwo\u0007${'y'.repeat(5_000)}`,
      version: 1,
    };
    const document = await accepted(JSON.stringify({ openapi: '3.1.1', info, paths: {} }));
    expect(document.title).toMatch(/^a b\ufffd x+…$/);
    expect(document.title).toHaveLength(200);
    expect(document.description).toMatch(/^one\ntwo y+…$/);
    expect(document.description).toHaveLength(1_000);
  });

  test('operations of a referenced path item are counted', async () => {
    const components = 'components: { pathItems: { pets: { get: {}, post: {} } } }';
    const paths = "paths: { /pets: { $ref: '#/components/pathItems/pets' } }";
    expect((await accepted(`${head}${paths}\n${components}`)).operations).toBe(2);
  });

  test('accepts merges, 150 aliases, a byte order mark, broken and circular references', async () => {
    const text = `\ufeff${head}x-shared: &shared { description: fine }
x-merged: { <<: *shared, name: merged }
x-aliases: [${'*shared, '.repeat(150)}1]
paths: { /pets: { get: { responses: { 200: { $ref: '#/nowhere' } } } } }
components: { schemas: { Node: { properties: { next: { $ref: '#/components/schemas/Node' } } } } }`;
    expect(await accepted(text)).toMatchObject({ title: 'Pets', operations: 1 });
  });

  test('3.1 may have only webhooks or components, 3.0 needs paths', async () => {
    expect((await accepted(`${head}webhooks: {}`)).paths).toBe(0);
    expect(await problems(`${head.replace('3.1', '3.0')}components: {}`)).toEqual([
      { code: 'spec.not-openapi', field: 'jsonFile', parameters: { missing: 'paths' } },
    ]);
  });
});

describe('texts that are not descriptions', () => {
  test.each([
    ['{"a":1}', 'spec.not-openapi', { missing: 'openapi' }],
    ['[1]', 'spec.not-openapi', { missing: 'openapi' }],
    ['just text', 'spec.not-openapi', { missing: 'openapi' }],
    ['openapi: 3.1.0\npaths: {}', 'spec.not-openapi', { missing: 'info' }],
    ['openapi: 3.2.0\ninfo: {}\npaths: {}', 'spec.unsupported-version', { version: '3.2.0' }],
    ['{"swagger":"1.2","info":{},"paths":{}}', 'spec.unsupported-version', { version: '1.2' }],
    ['openapi: [3]', 'spec.not-openapi', { missing: 'openapi' }],
    ['%PDF-1.7\n', 'spec.syntax', expect.objectContaining({ line: expect.any(Number) })],
    ['', 'spec.empty', undefined],
    ['\n  \n', 'spec.empty', undefined],
    ['# nothing yet\n', 'spec.empty', expect.anything()],
    ['PK\u0003\u0004 of a zip', 'spec.archive', undefined],
    ['\n<!DOCTYPE html>\n<html lang="en"><body>Sign in</body></html>', 'spec.web-page', undefined],
    ['<?xml version="1.0"?>\n<definitions name="Hello"/>', 'spec.xml', undefined],
    ['{"info":{"_postman_id":"1","name":"Mine"},"item":[]}', 'spec.other-format', { format: 'Postman' }],
    ['asyncapi: 2.6.0\ninfo: {}', 'spec.other-format', { format: 'AsyncAPI' }],
    ['#%RAML 1.0\ntitle: Pets', 'spec.other-format', { format: 'RAML' }],
    ['{"swaggerVersion":"1.2","apis":[]}', 'spec.other-format', { format: 'Swagger 1' }],
    ['openapi: 3.1.0\ninfo:\n\ttitle: Pets', 'spec.tabs', { line: 3, column: 1 }],
    ['openapi: 3.1.0\ninfo:\n  title: Pets: all', 'spec.indentation', { line: 3, column: 14 }],
    ['{"openapi": "3.1.0", "info": {', 'spec.cut-off', { line: 1, column: 31 }],
    ['{"openapi": "3.1.0",\n}', 'spec.extra-comma', { character: '}', line: 2, column: 1 }],
    ['{"tags": [1, ]}', 'spec.extra-comma', { character: ']', line: 1, column: 14 }],
    ['// by hand\n{}', 'spec.comment', { line: 1, column: 1 }],
    ['{"openapi" "3.1.0"}', 'spec.unexpected', { character: '"', line: 1, column: 12 }],
  ])('refuses %j as %s', async (source, code, parameters) => {
    expect(await problems(source)).toEqual([{ code, field: 'jsonFile', parameters }]);
  });
});
