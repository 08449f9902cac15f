import { describe, expect, test } from 'vitest';
import { fc } from '#test/runner/chance.ts';
import { defaultReturnTo, safeReturnTo } from './return-to.ts';

const origin = 'https://portal.example';
const hosts = ['evil.example', 'portal.example@evil.example', 'evil.example:443', '[::1]', '0x7f000001'];
const starts = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\\/',
  '/\t/',
  '/\n/',
  '/\r/',
  '/\t\\',
  '\t//',
  ' //',
  '/ /',
  '/%09/',
  '/%0a/',
  '/%0d/',
  '/%2f/',
  '/%5c',
  '/%2f%2f',
  '/.//',
  '/..//',
  '/a/..//',
  '/a/../..//',
  '/%2e%2e//',
  '/./..//',
  '/;//',
  '/#//',
  '/?//',
  'https:',
  'https:/',
  'https://',
  'https:\\\\',
  'HTTPS://',
  'http://',
  '//https://',
  'ftp://',
  'javascript://',
  'javascript:alert(1)//',
  'data:text/html,',
  'vbscript:',
  'blob:https://',
  'file:///',
  'view-source:',
  '@',
  ':',
  '.',
  '..',
  '../',
  './/',
  '?',
  '#',
  '',
  '\u0000//',
  '/\u0000/',
  '\u3000//',
  '/\uff0f',
  '\u2028//',
]; // prettier-ignore

describe('A10: the address to return to is a path of this portal', () => {
  test('with every trick in the corpus', () => {
    const corpus = starts.flatMap((start) => hosts.map((host) => start + host));
    expect(corpus.length).toBeGreaterThanOrEqual(200);
    for (const wanted of corpus) {
      const path = safeReturnTo(wanted);
      expect([wanted, new URL(path, origin).origin]).toEqual([wanted, origin]);
      expect(path).toMatch(/^\/(?![/\\])/);
    }
  });

  test('with any text', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '%2f',
      '%5c',
      '\t',
      '\n',
      'https:',
      'javascript:',
      'evil.example',
      '?',
      '#',
      ';',
    );
    const wanted = fc.oneof(
      fc
        .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
        .map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(wanted, (text) => {
        const path = safeReturnTo(text);
        expect(new URL(path, origin).origin).toBe(origin);
        expect(path.startsWith('/')).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(['/', '/apis', '/apis?page=2&sort=name', '/apis/12#keys', '/a%2Fb?next=//evil.example'])(
    'accepts %s',
    (wanted) => expect(safeReturnTo(wanted)).toBe(wanted),
  );

  test.each([
    undefined,
    '',
    'apis',
    'https://portal.example/apis',
    '/auth/login',
    '/x/../auth/silent',
    `/${'x'.repeat(3_000)}`,
  ])('refuses %s', (wanted) => expect(safeReturnTo(wanted)).toBe(defaultReturnTo));
});
