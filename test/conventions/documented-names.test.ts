import { expect, it } from 'vitest';
import { unknownNames } from './documented-names.ts';
import { readSources } from './sources.ts';

it('every name after @param and @property is in the declaration below', async () => {
  const sources = await readSources(/\.(?:[cm]?js|tsx?)$/, '.');
  const unknown = sources
    .filter(({ file }) => !file.startsWith('test/conventions/documented-names'))
    .flatMap(({ file, text }) => unknownNames(file, text));
  expect(unknown).toEqual([]);
});

it.each([
  ['a function', '/** @param one text @param two text */\nfunction f(one: string) { const two = 1; }', ['two']],
  [
    'a pattern',
    '/** @param id text @param other text */\nconst f = ({ id, ...rest }: Row = other) => rest;',
    ['other'],
  ],
  [
    'a function that returns one',
    '/** @param a text @param b text @param c text */\nexport const f = (a) => (b) => c;',
    ['c'],
  ],
  ['a type of functions', '/** @param a text @param b text */\ntype F = (a: string) => void;', ['b']],
  ['a type', '/**\n * @property a, b text\n * @property c text\n */\ntype T = U & Readonly<{ a: 1; b?: 2 }>;', ['c']],
  ['a type that names another', '/** @property a, b text */\ntype T = U;\ntype U = { a: 1 };', ['b']],
  [
    'a schema',
    '/** @property a text\n @property b text */\nconst s = z.object({ a: z.string() }).check((c) => { ({ b: c }); });',
    ['b'],
  ],
])('finds a wrong name above %s', (_what, text, names) => {
  const found = unknownNames('example.ts', text);
  expect(found.map((each) => each.replace(/^example\.ts:1 @\w+ /, ''))).toEqual(names);
});
