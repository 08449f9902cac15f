import { Hono } from 'hono';
import { refuse } from '#domain/core/problem.ts';
import type { BffEnv } from './context.ts';
import { correlation } from './correlation.ts';
import { problemResponse } from './problem.ts';
import { leaveUnread } from './unread-body.ts';

/** Responds while the portal waits for its database: it is alive and not ready, and everything else is to be tried later. */
export const createStartingApp = (): Hono<BffEnv> =>
  new Hono<BffEnv>()
    .use(correlation(), leaveUnread())
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', (c) => c.json({ status: 'not ready', waitsFor: ['database'] }, 503, { 'retry-after': '5' }))
    .all('*', (c) => problemResponse(c, refuse('unavailable', { code: 'portal.unavailable' })));
