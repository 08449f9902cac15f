import type { MiddlewareHandler } from 'hono';
import { forbidden, RefusedError } from '#domain/core/problem.ts';
import type { BffEnv } from '../http/context.ts';
import type { Services } from '../http/services.ts';
import { publicOrigin } from './addresses.ts';
import { readSessionCookie } from './cookies.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site makes a signed-in browser send (requirement A9). A changing request with a session
 * cookie must come from this origin (Sec-Fetch-Site, or Origin in old browsers) and must have the header `x-portico: 1`,
 * which no form can send. The content type does not matter.
 */
export const requestGuard = ({ settings }: Services): MiddlewareHandler<BffEnv> => {
  const origin = publicOrigin(settings);
  return async (c, next) => {
    if (safeMethods.has(c.req.method) || readSessionCookie(c, settings) === undefined) return next();
    const site = c.req.header('sec-fetch-site');
    const fromHere = site === undefined ? c.req.header('origin') === origin : site === 'same-origin';
    if (!fromHere || c.req.header('x-portico') !== '1') throw new RefusedError(forbidden('request.cross-site'));
    await next();
  };
};
