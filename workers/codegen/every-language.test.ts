import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, vi } from 'vitest';
import { type CodeType, codeLanguages, hasOwnFolders } from '#domain/code-generation/language.ts';
import { PermanentError } from '../run.ts';
import { packCode } from './archive.ts';
import { findGenerator } from './find-generator.ts';
import { generatorArguments } from './generator-arguments.ts';
import { runGenerator } from './run-generator.ts';
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

/** Names that want to be paths, templates, comments and code. */
const hostileName = '../../../../tmp/portico-escaped';
const hostile = {
  openapi: '3.0.3',
  info: {
    title: `*/ ${hostileName} {{=<% %>=}} <%= 7*7 %>`,
    version: '1.0.0"; process.exit(1); //',
    description: '{{> ../../etc/passwd}} */ require("child_process")',
  },
  paths: {
    '/../../{a}': {
      get: {
        tags: [hostileName, '..\\..\\windows'],
        operationId: hostileName,
        parameters: [{ name: '../a', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: '*/',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/..~1..~1escaped' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { '../../escaped': { type: 'object', properties: { '../x': { type: 'string' } } } },
  },
};

const generate = async (type: CodeType, lang: (typeof codeLanguages)[CodeType][number], document: unknown) => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'portico-code-test-'));
  try {
    const [input, output] = [path.join(scratch, 'openapi.json'), path.join(scratch, 'code')];
    await mkdir(output);
    await writeFile(input, JSON.stringify(document));
    const packages =
      lang === 'c#'
        ? { modelPackage: 'Acme.Pets.Models', apiPackage: 'Acme.Pets.Api' }
        : { modelPackage: 'acme.pets.model', apiPackage: 'acme.pets.api' };
    const request = { operationId: '', apiId: 1, revision: 1, document: '', type, lang, ...packages };
    await runGenerator(
      await findGenerator(process.env.CODEGEN_JAR),
      scratch,
      ['--input-spec', input, '--output', output, '--skip-validate-spec', ...generatorArguments(request)],
      AbortSignal.timeout(60_000),
    );
    const { bytes } = await packCode(output);
    return Object.entries(unzipSync(bytes)).map(([name, content]) => ({ name, text: strFromU8(content) }));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

const all = (['client', 'server'] as const).flatMap((type) => codeLanguages[type].map((lang) => ({ type, lang })));

/** Two at a time: a machine for tests has as many processors. */
vi.setConfig({ maxConcurrency: 2 });

describe.skipIf(process.env.CODEGEN !== 'on')('code from a document (L3)', () => {
  it.concurrent.each(all)(
    '$type in $lang: a build file, an API and a model where the packages say',
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

  it.concurrent.each([
    { type: 'client', lang: 'okhttp' },
    { type: 'client', lang: 'fetch' },
    { type: 'server', lang: 'node' },
  ] as const)('$type in $lang stays in its folder, whatever names a document brings (L4)', async ({ type, lang }) => {
    // An archive, or a refusal; never a file elsewhere, nor a template that was carried out.
    const files = await generate(type, lang, hostile).catch((error: unknown) => {
      expect(error).toBeInstanceOf(PermanentError);
      return [];
    });
    expect(files.filter(({ name }) => name.startsWith('/') || name.split('/').includes('..'))).toEqual([]);
    expect(files.filter(({ text }) => text.includes('root:x:0:0'))).toEqual([]);
    await expect(access('/tmp/portico-escaped')).rejects.toThrow();
  });

  it('a document of a thousand operations is generated within its limits (L4)', async () => {
    const operation = (index: number) => ({ get: { ...pets.paths['/pets'].get, operationId: `list${index}` } });
    const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`/pets/${index}`, operation(index)]));
    const files = await generate('client', 'axios', { ...pets, paths });
    expect(files.some(({ text }) => text.includes('list999'))).toBe(true);
  });
});

it.each(['file:///etc/passwd', 'http://127.0.0.1:1/x.json', './other.json', '//host/x'])(
  'a document that points to %s reaches no generator (D4)',
  (target) => {
    expect(() => selfContained(JSON.stringify({ paths: { '/a': { $ref: target } } }))).toThrow(
      'codegen.external-reference',
    );
    expect(selfContained('{"a":{"$ref":"#/b"}}')).toBe('{"a":{"$ref":"#/b"}}');
  },
);
