import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#domain/core/call.ts';
import { idParameter } from '#domain/core/id.ts';
import { get, intentHeaders, readResponse, urlOf } from './client.ts';
import { ProblemError } from './problem-error.ts';
import { forgetPosition, requestHeaders } from './request-state.ts';

// Suites that share this process may have left one.
beforeEach(() => void forgetPosition(new ProblemError(400, 'position.unknown')));

const thingsCall = call({
  method: 'get',
  path: '/api/things',
  query: z.object({
    page: z.number(),
    name: z.string(),
    orgId: z.optional(z.number()),
    areaId: z.number(),
    my: z.boolean(),
  }),
  response: z.object({ total: z.int() }),
});
const savedCall = call({ method: 'post', path: '/api/thing', response: z.object({ position: z.string() }) });
const countCall = call({ method: 'get', path: '/api/count', response: z.object({ total: z.int() }) });

it('leaves empty values of a query out of an address', () => {
  const query = { page: 0, name: '', orgId: undefined, areaId: -1, my: false };
  expect(urlOf(thingsCall, { query })).toBe('/api/things?page=0&areaId=-1&my=false');
  expect(urlOf(countCall, {})).toBe('/api/count');
});

it('puts parameters into the path, without letting them leave their place', () => {
  const one = call({
    method: 'get',
    path: '/api/thing/{id}/part/{part}',
    parameters: { id: idParameter, part: z.string() },
  });
  expect(urlOf(one, { parameters: { id: 12, part: 'a/b?c' } })).toBe('/api/thing/12/part/a%2Fb%3Fc');
});

it('sends the newest position of a command with every later request, and never an older one', () => {
  expect(requestHeaders()).not.toHaveProperty('x-min-position');
  readResponse(savedCall, { position: '0002' });
  readResponse(savedCall, { position: '0001' });
  expect(requestHeaders()).toMatchObject({ 'x-portico': '1', 'x-min-position': '0002' });
});

it('forgets a position that the server does not know, and repeats the request without it', async () => {
  readResponse(savedCall, { position: '0009' });
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const position = new Headers(init.headers).get('x-min-position');
    sent.push(position);
    return position ? Response.json({ code: 'position.unknown' }, { status: 400 }) : Response.json({ total: 1 });
  });
  try {
    expect(await get(countCall, {})).toEqual({ total: 1 });
    expect(sent).toEqual(['0009', null]);
    expect(requestHeaders()).not.toHaveProperty('x-min-position');
  } finally {
    vi.unstubAllGlobals();
  }
});

it('refuses a response that does not match its schema', () => {
  expect(() => readResponse(countCall, { total: 'many' })).toThrow('unexpected');
});

it('puts every try of one click into one trace, and what has no random key into none', () => {
  const key = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(intentHeaders({ idempotencyKey: key })).toEqual({
    'idempotency-key': key,
    traceparent: `00-${key}-a3ce929d0e0e4736-01`,
  });
  expect(intentHeaders({ idempotencyKey: 'keepalive' })).toEqual({ 'idempotency-key': 'keepalive' });
});
