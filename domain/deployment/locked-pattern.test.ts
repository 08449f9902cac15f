import { expect, it } from 'vitest';
import { lockedPattern } from './locked-pattern.ts';

const matches = (template: string) => {
  const pattern = new RegExp(`^${lockedPattern(template)}$`);
  return (path: string) => pattern.test(path);
};

/** As Kong compares them: decoded once, but for the characters that have a meaning in a path. */
const values = [
  ...[
    '7',
    'a.b',
    '..a',
    'a..b',
    '.hidden',
    '...',
    '....',
    'a b',
    '日本',
    'é',
    '+',
    '~',
    ':',
    '@',
    "'",
    '(a)',
    ',',
    '"',
    '{x}',
  ],
  ...['a;b', '025', '%25', '%25%25', '100%25', '100%25off', '50%25', '.%25', '..%25', '%25.', '%25;x', '%25x', '😀'],
  ...[
    '%21',
    '%23',
    '%24',
    '%26',
    '%27',
    '%28',
    '%29',
    '%2A',
    '%2B',
    '%2C',
    '%3A',
    '%3D',
    '%3F',
    '%40',
    '%5B',
    '%5D',
    'a%3B',
  ],
];
const refused = [
  ...[
    '',
    '.',
    '..',
    '/',
    'a/b',
    'a%2Fb',
    'a%2fb',
    '..%2Fa',
    '%2F',
    '\\',
    'a\\b',
    '..\\a',
    '%5C',
    '%5c',
    '\0',
    'a\0',
    '%00',
  ],
  ...['.;x', '..;x', '..;', ';x', '..%3Bx', '.%3B', '%2E%2E', '%2e', '#', 'a#b', '?', '%', '%2', '%zz'],
  ...['%252F', '%252e%252e', '..%252F', 'a%255C', '%2500', '%25252F', '%25%252F'],
];

it('a parameter takes every text that stays in its segment', () => {
  for (const template of ['/parts/{id}', '/parts/{id}/sub', '/v{id}x/sub'])
    expect([template, values.filter((value) => !matches(template)(template.replace('{id}', value)))]).toEqual([
      template,
      [],
    ]);
});

it('a parameter takes no separator, no dot segment and no end of the path, in no spelling', () => {
  for (const template of ['/parts/{id}', '/parts/{id}/sub', '/{id}'])
    expect([template, refused.filter((value) => matches(template)(template.replace('{id}', value)))]).toEqual([
      template,
      [],
    ]);
});

it.each([
  ['/pair/{one}{other}', ['/pair/..', '/pair/.', '/pair/..;x', '/pair/.;'], ['/pair/ab', '/pair/a.']],
  ['/dots/.{name}', ['/dots/..', '/dots/..;x', '/dots/.;x', '/dots/.'], ['/dots/.git', '/dots/.a.b']],
  ['/dots/..{name}', ['/dots/..;x', '/dots/..%3B'], ['/dots/..x']],
  ['/file/{name}.{type}', ['/file/..;x', '/file/..', '/file/.'], ['/file/a.b', '/file/a.b.c']],
  ['/m/{id};v=1', ['/m/..;v=1', '/m/.;v=1', '/m/;v=1'], ['/m/7;v=1']],
  ['/x/{a}-{b}', ['/x/a%2F-b', '/x/a-b%2F..'], ['/x/a-..', '/x/a-b']],
])('%s', (template, no, yes) => {
  expect(no.filter(matches(template))).toEqual([]);
  expect(yes.filter(matches(template))).toEqual(yes);
});

it('text of a template is compared as Kong decodes it', () => {
  expect(matches('/a%20b/%C3%A9/%7e/100%25/x%2fy')('/a b/é/~/100%25/x%2Fy')).toBe(true);
  expect(matches('/größe/{id}')('/größe/5')).toBe(true);
  expect(matches('/100%/{id}')('/100%25/5')).toBe(true);
  expect(matches('/a//b/../{id}')('/a/5')).toBe(true);
});

it('text is taken with and without the encoding that Kong keeps', () => {
  const taken = matches('/v1/{name}:batch(x)');
  expect(['/v1/a:batch(x)', '/v1/a%3Abatch(x)', '/v1/a%3Abatch%28x%29'].filter(taken)).toHaveLength(3);
  expect(['/v1/a%3abatch(x)', '/v1/a;batch(x)', '/v1/abatch(x)'].filter(taken)).toEqual([]);
});

it.each(['/%ff/x', '/../x', '/a\0'])('no call reaches %s', (path) => expect(lockedPattern(path)).toBeUndefined());

it('a pattern has no look-around, no bracket in a class, and is short', () => {
  const pattern = lockedPattern('/{one}/{two}.{three}') ?? '';
  expect(pattern).not.toMatch(/\(\?[=!<]|\[[^\]]*\[/);
  expect(pattern.length).toBeLessThan(700);
});
