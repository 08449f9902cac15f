import { expect, test } from 'vitest';
import { requestPath, sentPath } from './request-path.ts';

const normalized = (raw: string) => {
  const found = requestPath(raw);
  return typeof found === 'string' ? found : found.path;
};

// The expectations of Kong 3.9.1's own tests (`spec/01-unit/18-tools_uri_spec.lua`), with slashes merged.
test.each([
  ['/', '/'],
  ['/a', '/a'],
  ['/a/', '/a/'],
  ['/a/b/c/', '/a/b/c/'],
  ['/a%2Fb%2Fc/', '/a%2Fb%2Fc/'],
  ['/a%2fb%2fc/', '/a%2Fb%2Fc/'],
  [
    '/%20%21%23%24%25%26%27%28%29%2A%2B%2C%2F%3A%3B%3D%3F%40%5B%5D',
    '/ %21%23%24%25%26%27%28%29%2A%2B%2C%2F%3A%3B%3D%3F%40%5B%5D',
  ],
  ['/f%6f%6f', '/foo'],
  ['/%6B%6f%6e%67', '/kong'],
  ['/%2E', '/'],
  ['/./', '/'],
  ['/a/b/c/./../../g', '/a/g'],
  ['/a/b/..', '/a/'],
  ['/a/b/.', '/a/b/'],
  ['//', '/'],
  ['/a//b//', '/a/b/'],
  ['/endel%C3%B8st', '/endeløst'],
  ['/a/%2e%2E/b', '/b'],
  ['/a/.../b', '/a/.../b'],
  ['/%252e%252e%252fb', '/%252e%252e%252fb'],
  ['/a%5Cb', '/a\\b'],
])('%s is compared as %s', (raw, path) => expect(normalized(raw)).toBe(path));

test('what is not UTF-8 matches no route', () => expect(normalized('/a/%99%af')).toBe('unmatched'));

test.each(['/%', '/%zz', '/a%%32%66', '/a%00', '/..', '/a/../../b', '/a%2f..%2f..%2f..%2fb'])(
  '%s is refused before the router',
  (raw) => expect(normalized(raw)).toBe('malformed'),
);

test('the upstream gets all characters encoded that a request may not contain', () => {
  const kept = "/!#$%&'()*+,/:;=?@[]ABCXYZabcxyz0123456789-_.~";
  expect(sentPath(kept)).toBe(kept);
  expect(sentPath('/a b/c d')).toBe('/a%20b/c%20d');
  expect(sentPath('/a😀/endeløst\\"')).toBe('/a%F0%9F%98%80/endel%C3%B8st%5C%22');
});
