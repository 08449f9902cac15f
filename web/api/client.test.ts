import { expect, it } from 'vitest';
import * as z from 'zod';
import { readAnswer, urlOf } from './client.ts';
import { requestHeaders } from './request-state.ts';

it('leaves out of an address what is not given', () => {
  expect(urlOf('/api/swaggers', { page: 0, name: '', orgId: undefined, businessAreaId: -1, my: false })).toBe(
    '/api/swaggers?page=0&businessAreaId=-1&my=false',
  );
  expect(urlOf('/api/my-apps')).toBe('/api/my-apps');
});

it('sends the newest position that a command answered with every later request, and never an older one', () => {
  const answer = z.object({ position: z.string() });
  expect(requestHeaders()).not.toHaveProperty('x-min-position');
  readAnswer(answer, { position: '0002' });
  readAnswer(answer, { position: '0001' });
  expect(requestHeaders()).toMatchObject({ 'x-portico': '1', 'x-min-position': '0002' });
});

it('refuses an answer that is not what its schema says', () => {
  expect(() => readAnswer(z.object({ total: z.int() }), { total: 'many' })).toThrow('unexpected');
});
