import { describe, expect, it } from 'vitest';
import { addressOf, parameterMark, readTemplate, sentPath } from './path-template.ts';

const address = (path: string) => addressOf(path, (name) => `<${name}>`);

describe('a path template becomes the path of a call', () => {
  it.each([
    ['/größe/{id}', '/gr%C3%B6%C3%9Fe/<id>'],
    ['/日本', '/%E6%97%A5%E6%9C%AC'],
    ['/a b/{id}', '/a%20b/<id>'],
    ['/pct%20enc/{id}', '/pct%20enc/<id>'],
    ['/gr%c3%b6%C3%9Fe', '/gr%c3%b6%C3%9Fe'],
    ['/100%/{id}', '/100%25/<id>'],
    ['/50%2/{id}', '/50%252/<id>'],
    ['/%zz', '/%25zz'],
    ['/😀/"<>^`|\\', '/%F0%9F%98%80/%22%3C%3E%5E%60%7C%5C'],
    ["/-._~!$&'()*+,;=:@/", "/-._~!$&'()*+,;=:@/"],
    ['/items[0]', '/items%5B0%5D'],
    ['/{größe}/{a/b}', '/<größe>/<a/b>'],
    ['/open{/x', '/open%7B/x'],
    ['/{id}#acl', '/<id>'],
    ['/{id?}/x?y', '/<id?>/x'],
    ['/#Action=Run', '/'],
    ['/\ud800', '/%EF%BF%BD'],
  ])('%s: %s', (path, expected) => {
    expect(address(path)).toBe(expected);
    expect(addressOf(path, () => 'x')).toMatch(/^[\x21-\x7e]*$/);
  });

  it('is not encoded a second time', () => {
    for (const path of ['/größe', '/a b', '/100%', '/%zz', '/[x]']) expect(address(address(path))).toBe(address(path));
  });
});

describe('a template is read as Kong reads its calls', () => {
  it.each([
    ['/größe/{id}', `/größe/${parameterMark}`],
    ['/gr%C3%B6%c3%9Fe/{size}', `/größe/${parameterMark}`],
    ['/a%20b', '/a b'],
    ['/100%', '/100%25'],
    ['/100%25', '/100%25'],
    ['/a%2fb%3f%23', '/a%2Fb%3F%23'],
    ['/v1%3Abatch', '/v1:batch'],
    ['/a//b/./c/', '/a/b/c/'],
    ['/a/%2e%2E/b', '/b'],
    ['/a/..', '/'],
    ['/..{id}', `/..${parameterMark}`],
    ['/a%5Cb', '/a\\b'],
    ['/x#y', '/x'],
  ])('%s', (path, expected) => expect(readTemplate(path)).toBe(expected));

  it.each(['/..', '/a/../../b', '/%2e%2e/x', '/nul\0', '/nul%00', '/%ff', '/%C3'])('%s can not be called', (path) =>
    expect(readTemplate(path)).toBeUndefined(),
  );
});

it('a very long path takes no time', () => {
  const long = `/${'{'.repeat(200_000)}${'a'.repeat(200_000)}`;
  expect(sentPath(long)).toBe(long);
  expect(address(long).length).toBeGreaterThan(400_000);
});
