import { describe, expect, it } from 'vitest';
import { takesFrom, takesSomeFrom } from './route-match.ts';

const claim = { path: '/orders-dev', methods: false, hosts: ['api.example'], isPlain: false };
const foreign = (route: Record<string, unknown>) => ({ protocols: ['http', 'https'], ...route });

describe("somebody else's route gets calls that are meant for ours", () => {
  it.each([
    ['the same path', { paths: ['/orders-dev'] }],
    ['the same path with its slash', { paths: ['/orders-dev/'] }],
    ['a subpath', { paths: ['/other', '/orders-dev/private'] }],
    ['an expression that matches a subpath', { paths: ['~/orders-dev/private/\\d+$'] }],
    ['an expression that matches it', { paths: ['~/orders-[a-z]+'] }],
    ['a shorter path for some methods', { paths: ['/'], methods: ['GET'] }],
    ['its calls for headers alone', { paths: ['/orders-dev'], methods: ['HEAD'] }],
    ['a shorter path for our host', { paths: ['/'], hosts: ['api.example'] }],
    ['all paths of our host', { hosts: ['*.example'] }],
    ['a shorter path for our name in TLS', { paths: ['/'], snis: ['api.example'] }],
    ['names in TLS that ours is one of', { paths: ['/'], snis: ['*.example.'], protocols: ['https'] }],
    ['another name in TLS, which plain calls do not have', { paths: ['/orders-dev'], snis: ['other.example'] }],
  ])('%s', (_name, route) => expect(takesFrom(foreign(route), claim)).toBe(true));
});

describe("somebody else's route gets no calls that are meant for ours", () => {
  it.each([
    ['a path that only begins like ours', { paths: ['/orders-developer'] }],
    ['a shorter path: ours is preferred', { paths: ['/', '/orders'] }],
    ['another host', { paths: ['/orders-dev'], hosts: ['other.example'] }],
    ['another name in TLS', { paths: ['/orders-dev'], snis: ['other.example'], protocols: ['https'] }],
    ['a header that callers do not send', { paths: ['/orders-dev'], headers: { 'x-portico-guard': ['1'] } }],
    ['preflight calls of everything', { paths: ['/'], methods: ['OPTIONS'] }],
    ['another protocol', { paths: ['/orders-dev'], protocols: ['grpc'] }],
    ['an expression for something else', { paths: ['~/orders-prod$'] }],
    ['an expression of another syntax', { paths: ['~/orders-dev(?P<x>'] }],
  ])('%s', (_name, route) => expect(takesFrom(foreign(route), claim)).toBe(false));

  it('except the plain ones, which have no name in TLS and are answered that TLS is needed', () => {
    const route = foreign({ paths: ['/orders-dev'], snis: ['other.example'], protocols: ['https'] });
    expect(takesFrom(route, { ...claim, isPlain: true })).toBe(true);
  });

  it('because Kong prefers our route if it names methods as well', () => {
    const all = foreign({ paths: ['/'], methods: ['GET'] });
    expect(takesFrom(all, { ...claim, methods: true })).toBe(false);
  });
});

describe('a host with a port', () => {
  const at = (host: string, ...hosts: string[]) =>
    takesFrom(foreign({ paths: ['/orders-dev'], hosts }), { ...claim, hosts: [host] });

  it.each([
    ['api.example:8000', 'api.example:8000', true],
    ['api.example:8000', '*.example:8000', true],
    ['api.example:8000', 'api.example', true],
    ['api.example:8000', 'api.example:8443', false],
    ['api.example', 'api.example:443', true],
    ['api.example', 'api.example:80', true],
    ['api.example', 'api.example:8443', false],
    ['[::1]:8000', '[::1]:8000', true],
  ])('callers at %s meet a route for %s: %s', (ours, theirs, isTaken) => expect(at(ours, theirs)).toBe(isTaken));

  it('names in TLS have none', () => {
    const route = foreign({ paths: ['/orders-dev'], snis: ['api.example'], protocols: ['https'] });
    expect(takesFrom(route, { ...claim, hosts: ['api.example:8443'] })).toBe(true);
  });
});

describe("somebody else's route gets the calls with a header", () => {
  const canary = { headers: { 'x-canary': ['yes'] } };

  it.each([
    ['the same path', { paths: ['/orders-dev'] }, true],
    ['a shorter path, because it names more', { paths: ['/'] }, true],
    ['another path', { paths: ['/orders-developer'] }, false],
    ['a guard that only Portico knows', { paths: ['/orders-dev'], headers: { 'x-portico-guard': ['1'] } }, false],
  ])('%s', (_name, route, isTaken) => {
    expect(takesSomeFrom(foreign({ ...canary, ...route }), claim)).toBe(isTaken);
    expect(takesFrom(foreign({ ...canary, ...route }), claim)).toBe(false);
  });
});
