import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type CodeType, codeLanguages, hasOwnFolders } from '#domain/code-generation/language.ts';
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

describe.skipIf(process.env.CODEGEN !== 'on')('code from a document (L3)', () => {
  it.each(all)('$type in $lang: a build file, an API and a model where the packages say', async ({ type, lang }) => {
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
