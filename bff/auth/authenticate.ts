import type { Context, MiddlewareHandler } from 'hono';
import { forbidden, RefusedError, refuse } from '#domain/core/problem.ts';
import type { BffEnv, Caller } from '../http/context.ts';
import { countCall } from '../http/limit-calls.ts';
import type { Services } from '../http/services.ts';
import { personOfBearer } from './bearer.ts';
import { clearSessionCookie, readSessionCookie } from './cookies.ts';
import { sessionHash, wasSessionId } from './session-store.ts';
import { readSession } from './sessions.ts';

const bearer = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** Counts only failed calls, so that a stranger's attempts never block others at the same address. */
const callerOfBearer = async (c: Context<BffEnv>, services: Services, authorization: string): Promise<Caller> => {
  try {
    const token = bearer.exec(authorization)?.[1];
    if (!token) throw new RefusedError(refuse('unauthenticated', { code: 'token.invalid' }));
    const { person, signedInAt } = await personOfBearer(services, token);
    return { actor: person.actor, signedInAt };
  } catch (error) {
    if (error instanceof RefusedError && error.refusal.refused === 'unauthenticated')
      await countCall(services, c, 'failed-credential');
    throw error;
  }
};

const callerOfSession = async (c: Context<BffEnv>, services: Services, cookie: string): Promise<Caller | undefined> => {
  const { settings } = services;
  const session = await readSession(services, cookie);
  if (session.kind === 'live')
    return { actor: session.person.actor, session: session.hash, signedInAt: session.signedInAt };
  if (session.kind !== 'none') clearSessionCookie(c, settings);
  if (wasSessionId(settings.PORTICO_KEY, cookie)) await countCall(services, c, 'ended-session', sessionHash(cookie));
  else await countCall(services, c, 'failed-credential');
  if (session.kind === 'disabled') throw new RefusedError(refuse('unauthenticated', { code: 'user.disabled' }));
  return undefined;
};

const callerOf = async (c: Context<BffEnv>, services: Services): Promise<Caller | undefined> => {
  const cookie = readSessionCookie(c, services.settings);
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return cookie === undefined ? undefined : callerOfSession(c, services, cookie);
  if (cookie !== undefined) throw new RefusedError(refuse('invalid', { code: 'session.two-credentials' }));
  return await callerOfBearer(c, services, authorization);
};

/**
 * Sets the caller on the context, from the session cookie or from an access token (`Authorization: Bearer`). Without either
 * there is no caller. For `/api/*` only; the sign-in's routes read the cookie themselves.
 *
 * `x-user-id` authorizes nothing; one that names another user is refused.
 *
 * @throws RefusedError 400 for both credentials at once, 401 for a wrong one, 403 for another's `x-user-id`,
 *         429 for a wrong one from an address that has sent too many, or for an ended session that comes too often.
 */
export const authenticate =
  (services: Services): MiddlewareHandler<BffEnv> =>
  async (c, next) => {
    const at = performance.now();
    const caller = await callerOf(c, services);
    if (caller) {
      c.set('identified', { at, again: () => callerOf(c, services) });
      const claimed = c.req.header('x-user-id');
      if (claimed !== undefined && claimed !== String(caller.actor.userId))
        throw new RefusedError(forbidden('user.other-id'));
      c.get('identify')?.(caller.actor.userId);
      c.set('caller', caller);
    }
    await next();
  };
