import { EventEmitter, once } from 'node:events';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { RefusedError } from '#domain/core/problem.ts';
import type { BffEnv } from '../http/context.ts';
import { problemResponse } from '../http/problem.ts';
import type { Services } from '../http/services.ts';
import { boundCalls, callsAtOnce } from './calls-at-once.ts';

it("a call whose client disconnects before sign-in is checked uses none of the person's places (K5)", async () => {
  const found = new EventEmitter().setMaxListeners(0);
  const app = new Hono<BffEnv>();
  app.onError((error, c) => {
    if (error instanceof RefusedError) return problemResponse(c, error.refusal);
    throw error;
  });
  app.use(async (c, next) => {
    c.set('client', { address: '203.0.113.9', userAgent: '' });
    await next();
  });
  app.use(boundCalls({ settings: { PUBLIC_URL: 'http://portal.example' } as Services['settings'] }));
  app.get('/', async (c) => {
    if (c.req.query('waits')) await once(found, 'session');
    c.get('identify')?.(7);
    return c.text('done');
  });
  const call = (path: string) => {
    const outgoing = new EventEmitter();
    return { outgoing, response: app.request(path, {}, { outgoing }) };
  };

  const gone = Array.from({ length: callsAtOnce.person }, () => call('/?waits=yes'));
  // All of them wait for their session.
  await expect.poll(() => found.listenerCount('session')).toBe(gone.length);
  for (const { outgoing } of gone) outgoing.emit('close');
  found.emit('session');
  await Promise.all(gone.map(({ response }) => response));
  expect((await call('/').response).status).toBe(200);
});
