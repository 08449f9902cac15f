import { describe, expect, it } from 'vitest';
import { problemsOf } from '../core/validation.ts';
import { allCodeLanguages, codeLanguages } from './language.ts';
import { commonPackage } from './package-name.ts';
import { codeBody } from './schema.ts';

const good = { type: 'client', lang: 'okhttp', modelPackage: 'acme.payments.model', apiPackage: 'acme.payments.api' };

const wrong = (changes: Record<string, unknown>): Record<string, string> => {
  const parsed = codeBody.safeParse({ ...good, ...changes });
  return parsed.success
    ? {}
    : Object.fromEntries(problemsOf(parsed.error).map(({ field = '', code }) => [field, code]));
};

describe('a request for code', () => {
  it('takes each language for its type only', () => {
    expect(codeLanguages.client).toHaveLength(12);
    expect(codeLanguages.server).toHaveLength(4);
    for (const lang of codeLanguages.client) expect(wrong({ lang }), lang).toEqual({});
    for (const lang of codeLanguages.server) expect(wrong({ lang, type: 'server' }), lang).toEqual({});
    for (const lang of allCodeLanguages.filter((one) => !(codeLanguages.server as readonly string[]).includes(one)))
      expect(wrong({ lang, type: 'server' }), lang).toEqual({ lang: 'codegen.language-not-for-type' });
    expect(wrong({ lang: 'cobol' })).toEqual({ lang: 'codegen.language-required' });
    expect(wrong({ type: 'both' })).toEqual({ type: 'codegen.type-required' });
  });

  it('needs both package names', () => {
    expect(wrong({ modelPackage: ' ' })).toEqual({ modelPackage: 'codegen.model-package-required' });
    expect(wrong({ apiPackage: undefined })).toEqual({ apiPackage: 'codegen.api-package-required' });
  });

  it.each([
    '../../etc',
    'a..b',
    '.a',
    'a.',
    '1a',
    'a b',
    'a/b',
    'a\\b',
    'a-b',
    'a;b',
    'a"b',
    'ä',
    'CON',
    'acme.LPT9',
    'x'.repeat(101),
  ])('refuses the package name %s in every language', (name) => {
    for (const lang of codeLanguages.client)
      expect(wrong({ lang, modelPackage: name }).modelPackage, lang).toMatch(/^codegen\.package-invalid-/);
  });

  it('refuses the reserved words of the language', () => {
    expect(wrong({ apiPackage: 'acme.class.api' })).toEqual({ apiPackage: 'codegen.package-invalid-java' });
    expect(wrong({ lang: 'c#', apiPackage: 'Acme.namespace' })).toEqual({
      apiPackage: 'codegen.package-invalid-csharp',
    });
    expect(wrong({ lang: 'axios', apiPackage: 'acme.class.api' })).toEqual({});
    expect(wrong({ lang: 'axios', apiPackage: 'node_modules' })).toEqual({
      apiPackage: 'codegen.package-invalid-script',
    });
  });

  it('requires the C# packages to have a common namespace, which becomes the project', () => {
    expect(wrong({ lang: 'c#', modelPackage: 'Models', apiPackage: 'Api' })).toEqual({
      modelPackage: 'codegen.namespace-root',
    });
    expect(wrong({ modelPackage: 'model', apiPackage: 'api' })).toEqual({});
  });
});

it.each([
  ['acme.payments.api', 'acme.payments.model', 'acme.payments'],
  ['acme.api', 'acme.api.model', 'acme'],
  ['acme.api', 'acme.api', 'acme'],
  ['acme.a.api', 'acme.b.model', 'acme'],
  ['acme', 'acme.model', ''],
  ['api', 'model', ''],
])('%s and %s share %s', (one, other, shared) => {
  expect(commonPackage(one, other)).toBe(shared);
  expect(commonPackage(other, one)).toBe(shared);
});
