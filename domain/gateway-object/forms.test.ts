import { describe, expect, it } from 'vitest';
import { pathsOf, targetOf, urlOf } from './forms.ts';

describe('the address of a service', () => {
  it.each([
    ['https://orders.example/v1', { protocol: 'https', host: 'orders.example', port: 443, path: '/v1' }],
    ['http://orders.example', { protocol: 'http', host: 'orders.example', port: 80, path: null }],
    ['http://[2001:db8::7]:8080/a/b', { protocol: 'http', host: '[2001:db8::7]', port: 8080, path: '/a/b' }],
  ])('%s is kept in parts and shown as it was typed', (url, target) => {
    expect(targetOf(url)).toEqual(target);
    expect(urlOf(targetOf(url) ?? {})).toBe(url);
  });

  it.each([
    'orders.example',
    'ftp://orders.example',
    'https://a:b@orders.example',
    'https://a.example?b',
    'https://a.example#b',
  ])('%s is none that the gateway would keep', (url) => expect(targetOf(url)).toBeUndefined());
});

it('a route has one path or several', () => {
  expect(pathsOf(' /orders  ~/v\\d+ ')).toEqual(['/orders', '~/v\\d+']);
});
