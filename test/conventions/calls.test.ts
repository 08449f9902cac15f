import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { readSources } from './sources.ts';

/** Tests, and what only they use, are the view from outside: they write addresses as a client sees them. */
const isOfTests = (file: string) =>
  /\.test\.tsx?$|^web\/(?:test|dev)\/|\/(?:[a-z]+-)?examples\.ts$|\/fixtures\//.test(file);

/** Addresses that are no call: everything below /api, and its own description. */
const others: Readonly<Record<string, readonly string[]>> = {
  'bff/app.ts': ['/api/*', '/api/openapi.json'],
};

/** Returns the addresses under /api that a file's texts begin with. */
const addressesIn = (file: string, text: string): string[] => {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: string[] = [];
  const keep = (value: string) => /^\/api\//.test(value) && !others[file]?.includes(value) && found.push(value);
  const literal = (node: ESTree.Expression) => 'value' in node && typeof node.value === 'string' && keep(node.value);
  const template = ({ value }: ESTree.TemplateElement) => keep(value.raw);
  new Visitor({ Literal: literal, TemplateElement: template }).visit(program);
  return found;
};

const sources = (...folders: string[]) =>
  readSources(/\.tsx?$/, ...folders).then((files) => files.filter(({ file }) => !isOfTests(file)));

describe('a call is stated once', () => {
  it('finds an address in a text, but not in a comment or an import', () => {
    const text = ["import '/apis/x.ts';", "// '/api/c'", "const a = '/api/a';", 'const b = `/api/b/$' + '{a}`;'].join(
      '\n',
    );
    expect(addressesIn('x.ts', text)).toEqual(['/api/a', '/api/b/']);
  });

  it('in domain/<noun>/calls.ts, or a file whose name ends so: nothing in bff/ and web/ states an address under /api', async () => {
    const stated = (await sources('bff', 'web')).flatMap(({ file, text }) =>
      addressesIn(file, text).map((address) => `${file}: ${address}`),
    );
    expect(stated).toEqual([]);
  });

  it('and only once in all of them', async () => {
    const stated = (await sources('domain')).flatMap(({ file, text }) =>
      [...text.matchAll(/method: '(\w+)',\s+path: '([^']+)'/g)].map(([, method, path]) => ({
        file,
        call: `${method} ${path}`,
      })),
    );
    expect(stated.length).toBeGreaterThan(100);
    expect(stated.filter(({ file }) => !/^domain\/[a-z-]+\/([a-z-]+-)?calls?\.ts$/.test(file))).toEqual([]);
    const calls = stated.map(({ call }) => call);
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });
});
