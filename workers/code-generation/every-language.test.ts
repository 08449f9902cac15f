import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeRequest } from '#domain/code-generation/code-generation.ts';
import { type CodeLanguage, type CodeType, codeLanguages, hasOwnFolders } from '#domain/code-generation/language.ts';
import { randomId } from '#platform/uuid.ts';
import type { PermanentError } from '../engine/run.ts';
import { findGenerator } from './find-generator.ts';
import { generatorArguments } from './generator-arguments.ts';
import { makeArchive } from './make-archive.ts';
import { runGenerator } from './run-generator.ts';
import { openScratch } from './scratch.ts';
import { selfContained } from './self-contained.ts';

const pets = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        operationId: 'listPets',
        responses: {
          200: {
            description: 'All',
            content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
          },
        },
      },
    },
  },
  components: { schemas: { Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } } },
};

/** Returns a document whose names try to be paths, templates, comments and code. */
const hostile = (elsewhere: string) => ({
  openapi: '3.0.3',
  info: {
    title: `*/ ${elsewhere} {{=<% %>=}} <%= 7*7 %>`,
    version: '1.0.0"; process.exit(1); //',
    description: '{{> ../../etc/passwd}} */ require("child_process")',
  },
  paths: {
    '/../../{a}': {
      get: {
        tags: [elsewhere, '..\\..\\windows'],
        operationId: elsewhere,
        parameters: [{ name: '../a', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: '*/',
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${elsewhere.replaceAll('~', '~0').replaceAll('/', '~1')}` },
              },
            },
          },
        },
      },
    },
  },
  components: { schemas: { [elsewhere]: { type: 'object', properties: { '../x': { type: 'string' } } } } },
});

const requestOf = (type: CodeType, lang: CodeLanguage): CodeRequest => {
  const packages =
    lang === 'c#'
      ? { modelPackage: 'Acme.Pets.Models', apiPackage: 'Acme.Pets.Api' }
      : { modelPackage: 'acme.pets.model', apiPackage: 'acme.pets.api' };
  return { operationId: randomId(), apiId: 1, revision: 1, document: '', type, lang, ...packages };
};

/** Nested `$id`s that confuse the generator: it looks for `#/data` at `<url>b/a/`. */
const nested = (url: string) => {
  const within = { $id: 'b/', properties: { c: { $id: 'a/', type: 'string' }, d: { $ref: '#/data' } } };
  return { $id: url, properties: { a: { $id: 'a/', properties: { b: within } } } };
};

const never = new AbortController().signal;

const generate = async (type: CodeType, lang: CodeLanguage, document: unknown) => {
  const jar = await findGenerator(process.env.CODEGEN_JAR);
  const { bytes } = await makeArchive(jar, JSON.stringify(document), requestOf(type, lang), never);
  return Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, text: strFromU8(content) }));
};

const all = (['client', 'server'] as const).flatMap((type) => codeLanguages[type].map((lang) => ({ type, lang })));

/** Two at a time, because test machines have two processors. The timeout is longer than the generator's own limit. */
vi.setConfig({ maxConcurrency: 2, testTimeout: 180_000 });

describe.skipIf(process.env.CODEGEN !== 'on')('code from a document (L3)', () => {
  it.concurrent.each(all)(
    '$type in $lang: a build file, and an API and a model in their packages',
    async ({ type, lang }) => {
      const files = await generate(type, lang, pets);
      const names = files.map(({ name }) => name);
      expect(names.some((name) => /(^|\/)(pom\.xml|package\.json|[^/]+\.csproj)$/.test(name))).toBe(true);
      expect(names.filter((name) => name.startsWith('/') || name.includes('..'))).toEqual([]);
      const placed = (name: string) =>
        hasOwnFolders(type, lang) || /acme[./]pets[./](api|model)/i.test(name) || lang === 'c#';
      const apis = files.filter(
        ({ name, text }) => placed(name) && /listPets/i.test(text) && /\.(java|js|ts|cs)$/.test(name),
      );
      expect(apis.length, names.join('\n')).toBeGreaterThan(0);
      if (lang === 'c#') {
        expect(files.some(({ text }) => text.includes('namespace Acme.Pets.Api'))).toBe(true);
        expect(files.some(({ text }) => text.includes('namespace Acme.Pets.Models'))).toBe(true);
      }
      if (!(type === 'server' && lang === 'node'))
        expect(
          names.some((name) => placed(name) && /(^|\/)pet\.(java|js|ts|cs)$/i.test(name)),
          names.join('\n'),
        ).toBe(true);
    },
  );

  it('generates a document of a thousand operations within its limits (K5)', async () => {
    const operation = (index: number) => ({ get: { ...pets.paths['/pets'].get, operationId: `list${index}` } });
    const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`/pets/${index}`, operation(index)]));
    const files = await generate('client', 'axios', { ...pets, paths });
    expect(files.some(({ text }) => text.includes('list999'))).toBe(true);
  });
});

it.skipIf(process.env.CODEGEN !== 'on')('reports schemas that only refer to each other', async () => {
  const [Pet, Dog] = [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Pet' }];
  const made = generate('client', 'okhttp', { ...pets, components: { schemas: { Pet, Dog } } });
  await expect(made).rejects.toMatchObject({ message: 'codegen.circular' });
});

describe.skipIf(process.env.CODEGEN !== 'on')('a hostile document', () => {
  let parent: string;
  const { TMPDIR } = process.env;
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'portico-parent-'));
    process.env.TMPDIR = parent;
  });
  afterEach(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(parent, { recursive: true, force: true });
  });

  it.each([
    { type: 'client', lang: 'okhttp', ends: 'archive' },
    { type: 'client', lang: 'fetch', ends: 'archive' },
    { type: 'client', lang: 'c#', ends: 'archive' },
    { type: 'server', lang: 'node', ends: 'archive' },
  ] as const)('$type in $lang ends as $ends, and writes nothing elsewhere (L4)', async ({ type, lang, ends }) => {
    const elsewhere = path.join('../'.repeat(12), parent, 'escaped');
    const made = await generate(type, lang, hostile(elsewhere)).catch((error: PermanentError) => error.message);
    expect(await readdir(parent, { recursive: true })).toEqual([]);
    if (typeof made === 'string') return expect(made).toBe(ends);
    expect(ends).toBe('archive');
    expect(made.length).toBeGreaterThan(5);
    expect(made.filter(({ name }) => name.startsWith('/') || name.split('/').includes('..'))).toEqual([]);
    // No template was run.
    expect(made.filter(({ text }) => text.includes('root:x:0:0'))).toEqual([]);
  });

  it.each([
    ['the addresses of schemas', nested],
    ['a reference', (url: string) => ({ properties: { a: { $ref: `${url}data.json` } } })],
  ])('reaches nothing on this machine by %s, even if the generator got it (D4)', async (_what, schemaOf) => {
    let calls = 0;
    const server = createServer((_request, response) => {
      calls += 1;
      response.end('{"data":{"type":"string"}}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const scratch = await openScratch(randomId());
    try {
      const schema = schemaOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const [input, output] = [path.join(scratch.folder, 'openapi.json'), path.join(scratch.work, 'code')];
      await writeFile(input, JSON.stringify({ ...pets, openapi: '3.1.0', components: { schemas: { Pet: schema } } }));
      const files = ['--input-spec', input, '--output', output, '--skip-validate-spec'];
      const options = [...files, ...generatorArguments(requestOf('client', 'axios'))];
      await runGenerator(await findGenerator(process.env.CODEGEN_JAR), scratch, options, never);
      expect(await readdir(output)).toContain('package.json');
      expect(calls).toBe(0);
    } finally {
      await scratch.close();
      server.close();
    }
  });
});

it.each(['file:///etc/passwd', 'http://127.0.0.1:1/x.json', './other.json', '//host/x'])(
  'never passes a document that points to %s to a generator (D4)',
  (target) => {
    expect(() => selfContained(JSON.stringify({ paths: { '/a': { $ref: target } } }))).toThrow(
      'codegen.external-reference',
    );
    expect(selfContained('{"a":{"$ref":"#/b"}}')).toBe('{"a":{"$ref":"#/b"}}');
  },
);
