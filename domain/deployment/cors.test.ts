import { describe, expect, test } from 'vitest';
import { corsFields, corsMethodsOf, noCors, readOrigin } from './cors.ts';

describe('an origin', () => {
  test.each([
    ['https://app.example', 'https://app.example'],
    ['HTTPS://App.Example', 'https://app.example'],
    ['https://app.example/', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['http://app.example:8080', 'http://app.example:8080'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://größe.example', 'https://xn--gre-6ka8i.example'],
    ['https://*.app.example', 'https://*.app.example'],
    ['https://*.app.example:8443', 'https://*.app.example:8443'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['chrome-extension://abcdefghij', 'chrome-extension://abcdefghij'],
    ['*', '*'],
  ])('%s is %s', (text, origin) => {
    expect(readOrigin(text)).toBe(origin);
    expect(readOrigin(origin)).toBe(origin);
  });

  test.each([
    'null',
    'app.example',
    '//app.example',
    'https://',
    'https://app.example/path',
    'https://app.example?x=1',
    'https://app.example#x',
    'https://user@app.example',
    'https://app.example:99999',
    'https://*',
    'https://*.com',
    'https://*.10.0.0',
    'https://*.[::1]',
    'https://app.*.example',
    'https://*app.example',
    'https://app.exam ple',
    '^https://.*$',
    'javascript:alert(1)',
    `https://${'a'.repeat(301)}.example`,
  ])('%s is none', (text) => {
    expect(readOrigin(text)).toBeUndefined();
  });
});

const problemsOf = (fields: object): readonly string[] => {
  const { error } = corsFields.safeParse({ ...noCors, enabled: true, ...fields });
  return error ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : [];
};

describe('the form', () => {
  test('splits texts, and keeps each origin and header once', () => {
    const origins = 'https://app.example, https://APP.example/\nhttps://*.shop.example';
    expect(corsFields.parse({ ...noCors, enabled: true, origins, headers: 'Content-Type X-Trace;X-Trace' })).toEqual({
      enabled: true,
      origins: ['https://app.example', 'https://*.shop.example'],
      headers: ['Content-Type', 'X-Trace'],
      credentials: false,
      maxAge: 600,
    });
  });

  test.each([
    [{ origins: '' }, ['origins: deployment.origins-required']],
    [{ origins: 'https://app.example nonsense' }, ['origins: deployment.origin-invalid']],
    [{ origins: '* https://app.example' }, ['origins: deployment.origin-any-alone']],
    [{ origins: '*', credentials: true }, ['origins: deployment.origin-any-with-credentials']],
    [{ origins: '*' }, []],
    [
      { origins: Array.from({ length: 101 }, (_none, index) => `https://app${index}.example`) },
      ['origins: deployment.origins-too-many'],
    ],
    [{ origins: 'https://app.example', headers: '*' }, ['headers: deployment.cors-header-invalid']],
    [{ origins: 'https://app.example', headers: 'X-Größe' }, ['headers: deployment.cors-header-invalid']],
    [
      { origins: 'https://app.example', headers: Array.from({ length: 51 }, (_none, index) => `X-${index}`) },
      ['headers: deployment.cors-headers-too-many'],
    ],
    [{ origins: 'https://app.example', maxAge: 86_401 }, ['maxAge: deployment.max-age-invalid']],
    [{ origins: 'nonsense', enabled: false }, []],
  ])('%j: %j', (fields, problems) => {
    expect(problemsOf(fields)).toEqual(problems);
  });
});

test('pages may use the methods of the description, and all where it has none', () => {
  expect(corsMethodsOf(['POST', 'GET', 'GET'])).toEqual(['GET', 'HEAD', 'POST']);
  expect(corsMethodsOf(['TRACE', 'DELETE'])).toEqual(['DELETE']);
  expect(corsMethodsOf([])).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
});
