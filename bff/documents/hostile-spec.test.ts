import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { isRefusal, type Problem } from '#domain/core/problem.ts';
import { specLimits } from '#specs/spec-limits.ts';
import { readSpec } from './read-spec.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const head = 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n';
const jsonHead = '"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}';

/** Milliseconds for a machine that is busy with other suites. Only working time has a tight limit, waiting has not. */
const patience = 60_000;

/**
 * Returns a function that returns the longest working time of this thread between two turns of its event loop, in
 * milliseconds.
 */
const watchTurns = (): (() => number) => {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.threadCpuUsage();
  };
  const looking = setInterval(look, 1);
  return () => {
    clearInterval(looking);
    look();
    return longest;
  };
};

/** Reads a document. Proves that the event loop runs meanwhile (D2), and that the work is within its limit. */
const readAlongside = async (source: string | Uint8Array) => {
  const bytes = typeof source === 'string' ? encode(source) : source;
  const longestTurn = watchTurns();
  const before = process.cpuUsage();
  const response = await readSpec(bytes, { milliseconds: patience });
  const { user, system } = process.cpuUsage(before);
  expect(longestTurn()).toBeLessThan(150);
  expect((user + system) / 1_000).toBeLessThan(specLimits.milliseconds);
  return response;
};

const firstProblem = async (source: string | Uint8Array): Promise<Problem> => {
  const response = await readAlongside(source);
  if (!isRefusal(response)) throw new Error('accepted');
  expect(response.problems[0].field).toBe('jsonFile');
  return response.problems[0];
};

/** Nine lists of nine values: 9^9 values from 305 bytes. */
const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi']
  .map((name, level) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[level]}`).join(',')}]`)
  .join('\n')}`;

const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le'));

describe('limits (D3)', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['an alias bomb', bomb, 'spec.too-big-expanded'],
    ['a description with a bomb in it', `${head}${bomb.replace(/^/gm, 'x-')}`, 'spec.too-big-expanded'],
    ['a map that contains itself', `${head}x-loop: &loop { again: *loop }`, 'spec.too-big-expanded'],
    [
      'a long text aliased often',
      `${head}x-a: &a ${'x'.repeat(100_000)}\nx-b: [${'*a,'.repeat(1_000)}]`,
      'spec.too-big-expanded',
    ],
    [
      'merges of merges',
      `${head}x-a: &a {${Array.from({ length: 1_000 }, (_, i) => `k${i}: 1`)}}\n${Array.from({ length: 60 }, (_, i) => `x-${i}: { <<: *a }`).join('\n')}`,
      'spec.too-big-expanded',
    ],
    ['too many aliases', `${head}x-a: &a 1\nx-b: [${'*a,'.repeat(specLimits.aliases + 1)}]`, 'spec.too-many-aliases'],
    [
      'aliases that nest deeper than the text',
      `x: &x0 ${'['.repeat(150)}${']'.repeat(150)}\ny: ${'['.repeat(150)}*x0${']'.repeat(150)}`,
      'spec.too-deep',
    ],
    ['YAML 201 deep', `x: ${'['.repeat(200)}${']'.repeat(200)}`, 'spec.too-deep'],
    ['YAML 5,000 deep', `x: ${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'spec.too-deep'],
    ['YAML 20,000 deep', `x: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'spec.too-deep'],
    ['YAML 20,000 deep by dashes', '- '.repeat(20_000), 'spec.too-deep'],
    ['JSON 201 deep', `${'[ '.repeat(201)}${']'.repeat(201)}`, 'spec.too-deep'],
    ['JSON 5,000 deep', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'spec.too-deep'],
    ['JSON 20,000 deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'spec.too-deep'],
    ['JSON of only values', `[${'0,'.repeat(specLimits.values)}0]`, 'spec.too-big-expanded'],
    ['YAML of only values', `a:\n${'- 0\n'.repeat(specLimits.values + 1)}`, 'spec.too-big-expanded'],
    ['UTF-16 with a mark', utf16(`\ufeff{${jsonHead}}`), 'spec.not-utf8'],
    ['UTF-16 without a mark', utf16(`{${jsonHead}}`), 'spec.not-utf8'],
    ['Latin-1', new Uint8Array(Buffer.from(`${head}x-name: caf\xe9`, 'latin1')), 'spec.not-utf8'],
    ['NUL in YAML', `${head}x-a: "\0"`, 'spec.not-utf8'],
    ['NUL in JSON', `{${jsonHead},"x-a":"\0"}`, 'spec.not-utf8'],
    ['a function tag', `${head}x-f: !!js/function 'function () { return 1 }'`, 'spec.syntax'],
    ['an unknown tag', `${head}x-f: !secret {}`, 'spec.syntax'],
    ['two YAML documents', `${head}---\n${head}`, 'spec.several-documents'],
  ])(
    '%s',
    async (_, source, code) => {
      expect((await firstProblem(source)).code).toBe(code);
    },
    patience,
  );

  test('reads 200 levels', async () => {
    expect(await readSpec(encode(`{${jsonHead},"x":${'['.repeat(199)}1${']'.repeat(199)}}`))).toHaveProperty('hash');
    expect(await readSpec(encode(`${head}x: ${'['.repeat(199)}1${']'.repeat(199)}`))).toHaveProperty('hash');
  });

  test('refuses a body of 50 MB before it parses anything', async () => {
    const bytes = new Uint8Array(50 * 1024 * 1024);
    const before = process.cpuUsage();
    const response = await readSpec(bytes);
    const { user, system } = process.cpuUsage(before);
    expect(response).toEqual({
      refused: 'too-large',
      problems: [{ code: 'spec.too-large', field: 'jsonFile', parameters: { megabytes: 16 } }],
    });
    expect((user + system) / 1_000).toBeLessThan(100);
  });

  test(
    'reads 5 MB of keys in one YAML map',
    async () => {
      const keys = Array.from({ length: 260_000 }, (_, index) => `x-key-${index}: value`).join('\n');
      expect(keys.length).toBeGreaterThan(5_000_000);
      expect(await readAlongside(head + keys)).toMatchObject({ title: 'Pets' });
    },
    patience,
  );

  test.each(['json', 'yaml'] as const)(
    'reads 13 MB and 1,500 operations, the size of the largest known document, as %s',
    async (format) => {
      const schema = `{"type":"object","properties":{${Array.from({ length: 66 }, (_, index) => `"field_${index}":{"type":"string","description":"${'What it says. '.repeat(6)}"}`)}}}`;
      const operation = `{"summary":"One","responses":{"200":{"description":"Fine","content":{"application/json":{"schema":${schema}}}}}}`;
      const paths = Array.from({ length: 1_500 }, (_, index) => `"/things/${index}":{"get":${operation}}`);
      const json = `"openapi":"3.0.3","info":{"title":"Large","version":"1"},"paths":{${paths.join(',\n')}}`;
      const text = format === 'json' ? `{${json}}` : `--- {${json}}`;
      expect(text.length).toBeGreaterThan(13_000_000);
      expect(await readAlongside(text)).toMatchObject({ format, title: 'Large', operations: 1_500 });
    },
    patience,
  );
});

describe('equal keys (D3)', () => {
  test.each([
    ['YAML', `${head}paths: {}`, { line: 4, column: 1, key: 'paths' }],
    ['YAML, in quotes', `${head}x-a: { "a b": 1, "a b": 2 }`, { line: 4, column: 19, key: 'a b' }],
    ['JSON', `{${jsonHead},\n "openapi": "3.0.0"}`, { line: 2, column: 2, key: 'openapi' }],
    ['JSON, written differently', `{${jsonHead},\n "open\\u0061pi": "3.0.0"}`, { line: 2, column: 2, key: 'openapi' }],
    ['JSON, __proto__', '{"__proto__":1,"__proto__":2}', { line: 1, column: 16, key: '__proto__' }],
  ])('%s', async (_, source, parameters) => {
    expect(await firstProblem(source)).toEqual({ code: 'spec.duplicate-key', field: 'jsonFile', parameters });
  });
});

describe('syntax errors have a position', () => {
  test.each([
    ['{"a": 1,}', 1, 9, 'spec.extra-comma'],
    ['{"a": tru}', 1, 7, 'spec.unexpected'],
    ['{"a": 01}', 1, 8, 'spec.unexpected'],
    ['{"a"\n 1}', 2, 2, 'spec.unexpected'],
    ['{"a": [1}', 1, 9, 'spec.unexpected'],
    ['{"a": "\\x"}', 1, 9, 'spec.syntax'],
    ['{"a": "\n"}', 1, 8, 'spec.syntax'],
    ['{"a": 1} {', 1, 10, 'spec.unexpected'],
    ['{"a": "b', 1, 7, 'spec.cut-off'],
    ['{"a": 1', 1, 8, 'spec.cut-off'],
    ["{'a': 1}", 1, 2, 'spec.unexpected'],
    ['openapi: 3.1.0\ninfo: [', 2, 8, 'spec.cut-off'],
    ['a: b: c', 1, 5, 'spec.indentation'],
  ])('%j at %i:%i', async (source, line, column, code) => {
    expect(await firstProblem(source)).toMatchObject({
      code,
      field: 'jsonFile',
      parameters: { line, column },
    });
  });
});

describe('references to other documents (D4)', () => {
  test.each([
    'http://127.0.0.1:9/x.json',
    'https://localhost./x.json',
    'HTTPS://pets.example/x.json#/a',
    'file:///etc/passwd',
    '//pets.example/x.json',
    'other.yaml#/components/schemas/Pet',
    '../../../etc/passwd',
    'http://[::1]/x',
    'http://[::ffff:169.254.169.254]/latest/meta-data',
    'http://0x7f000001/x',
    'http://2130706433/x',
    ' http://pets.example',
    '',
  ])('takes the document and names %j', async (reference) => {
    for (const key of ['$ref', '$dynamicRef']) {
      const yaml = `${head}components: { schemas: { Pet: { properties: { a: { ${key}: ${JSON.stringify(reference)} } } } } }`;
      const json = JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/a': { [key]: reference } } });
      for (const source of [yaml, json]) {
        expect(await readSpec(encode(source))).toMatchObject({ unresolved: [reference] });
      }
    }
  });

  test('names a mapping, but only below a discriminator: names of schemas and examples are not addresses', async () => {
    const mapping = (targets: string) => `x: { discriminator: { propertyName: kind, mapping: { ${targets} } } }`;
    expect(await readSpec(encode(`${head}${mapping("cat: 'https://pets.example/cat.json'")}`))).toMatchObject({
      unresolved: ['https://pets.example/cat.json'],
    });
    const innocent = `${mapping("cat: Cat, dog: '#/x'")}
y: { example: { mapping: { home: 'https://pets.example/' } } }`;
    expect(await readSpec(encode(`${head}${innocent}`))).toMatchObject({ title: 'Pets', unresolved: [] });
  });

  test('names the first five that lead to nothing, each of them once', async () => {
    const document = await readSpec(
      encode(`${head}x: [{ $ref: a.yaml }, { $ref: '#/x/0' }, { $ref: '#/y' }, { $ref: a.yaml }]
z: { properties: { $ref: { $ref: '#/none' }, example: { $ref: b }, b: { $ref: c }, c: { $ref: d } }, example: { $ref: e } }`),
    );
    expect(document).toMatchObject({ unresolved: ['a.yaml', '#/y', '#/none', 'b', 'c'] });
  });
});

test('fetches nothing that a description points to (D4)', async () => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/x.json`;
  try {
    const pointing = `openapi: 3.1.0
jsonSchemaDialect: ${address}
info: { title: Pets, version: '1', termsOfService: ${address} }
servers: [{ url: ${address} }]
externalDocs: { url: ${address} }
paths: {}
components:
  schemas: { Pet: { $id: ${address}, $schema: ${address}, $ref: ${address} } }
  examples: { One: { externalValue: ${address} } }
  links: { Two: { operationRef: ${address} } }
`;
    expect(await readAlongside(pointing)).toMatchObject({ title: 'Pets', servers: [address], unresolved: [address] });
    expect(connections).toBe(0);
  } finally {
    listener.close();
  }
});

test('keys named __proto__ and constructor change nothing (D6)', async () => {
  const poison = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
  for (const source of [`{${jsonHead},${poison}}`, `--- {${jsonHead},${poison}}`]) {
    expect(await readSpec(encode(source))).toMatchObject({ title: 'Pets', tags: [] });
  }
  expect(Object.prototype).not.toHaveProperty('polluted');
});
