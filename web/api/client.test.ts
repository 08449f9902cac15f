import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { get, readResponse, urlOf } from './client.ts';
import { requestHeaders } from './request-state.ts';

it('leaves empty parameters out of an address', () => {
  expect(urlOf('/api/swaggers', { page: 0, name: '', orgId: undefined, businessAreaId: -1, my: false })).toBe(
    '/api/swaggers?page=0&businessAreaId=-1&my=false',
  );
  expect(urlOf('/api/my-apps')).toBe('/api/my-apps');
});

it('sends the newest position of a command with every later request, and never an older one', () => {
  const response = z.object({ position: z.string() });
  expect(requestHeaders()).not.toHaveProperty('x-min-position');
  readResponse(response, { position: '0002' });
  readResponse(response, { position: '0001' });
  expect(requestHeaders()).toMatchObject({ 'x-portico': '1', 'x-min-position': '0002' });
});

it('forgets a position that the server does not know, and repeats the request without it', async () => {
  readResponse(z.object({ position: z.string() }), { position: '0009' });
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const position = new Headers(init.headers).get('x-min-position');
    sent.push(position);
    return position ? Response.json({ code: 'position.unknown' }, { status: 400 }) : Response.json({ total: 1 });
  });
  try {
    expect(await get(z.object({ total: z.int() }), '/api/things')).toEqual({ total: 1 });
    expect(sent).toEqual(['0009', null]);
    expect(requestHeaders()).not.toHaveProperty('x-min-position');
  } finally {
    vi.unstubAllGlobals();
  }
});

it('refuses a response that does not match its schema', () => {
  expect(() => readResponse(z.object({ total: z.int() }), { total: 'many' })).toThrow('unexpected');
});
