import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { buildEndSessionUrl } from 'openid-client';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { BffEnv } from '../http/context.ts';
import { eventActor } from '../http/event-meta.ts';
import { isFresh } from '../http/fresh-sign-in.ts';
import { limitCalls } from '../http/limit-calls.ts';
import type { Services } from '../http/services.ts';
import { postLogoutRedirectUri } from './addresses.ts';
import { backchannelLogout } from './backchannel-logout.ts';
import { clearSessionCookie, readSessionCookie } from './cookies.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { identityProvider } from './identity-provider.ts';
import { detailsOf } from './provider-trouble.ts';
import { renewTokens } from './renew-tokens.ts';
import { requestGuard } from './request-guard.ts';
import { endSession, readSession } from './sessions.ts';
import { signInTrouble } from './sign-in-trouble.ts';
import { startSignIn } from './start-sign-in.ts';

/**
 * The response of `GET /auth/session`; never a token. `fresh`: whether calls that need a fresh sign-in are taken. `disabled`: the
 * session has just ended for that reason.
 */
type SessionResponse =
  | Readonly<{ authenticated: true; userId: number; email: string; name: string; fresh: boolean }>
  | Readonly<{ authenticated: false; disabled?: true }>;

/**
 * Returns the address that signs the person out at the provider too. It names the person by `logout_hint` instead of the ID
 * token, because no token may go through the browser (requirement A4).
 */
const providerLogoutUrl = async ({ settings, log }: Services, subject: string): Promise<string> => {
  const home = postLogoutRedirectUri(settings);
  try {
    const provider = await identityProvider(settings);
    if (!provider.client.serverMetadata().end_session_endpoint) return home;
    return buildEndSessionUrl(provider.client, { post_logout_redirect_uri: home, logout_hint: subject }).href;
  } catch (error) {
    log.warn(detailsOf(error), 'no logout address of the identity provider');
    return home;
  }
};

/** Sign-in and session, mounted at `/auth`. Reads the cookie itself: `authenticate` is for `/api/*`. */
export const authRoutes = (services: Services): Hono<BffEnv> => {
  const { settings } = services;
  const app = new Hono<BffEnv>();
  const sessionOf = async (c: Context<BffEnv>) => {
    const session = await readSession(services, readSessionCookie(c, settings));
    if (session.kind === 'over' || session.kind === 'disabled') clearSessionCookie(c, settings);
    return session;
  };

  app.onError(signInTrouble(services));
  app.use(requestGuard(services));
  app.use(async (c, next) => {
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });

  app.use('/login', limitCalls(services, 'sign-in'));
  app.use('/silent', limitCalls(services, 'sign-in'));
  for (const path of ['/session', '/keepalive', '/logout', '/backchannel-logout'])
    app.use(path, limitCalls(services, 'session'));

  app.get('/login', (c) => startSignIn(c, services));
  app.get('/silent', (c) => startSignIn(c, services, { silent: true }));
  app.get('/callback', (c) => finishSignIn(c, services));

  app.get('/session', async (c) => {
    const session = await sessionOf(c);
    if (session.kind !== 'live')
      return c.json<SessionResponse>({
        authenticated: false,
        ...(session.kind === 'disabled' ? { disabled: true } : {}),
      });
    const { actor, email, name } = session.person;
    return c.json<SessionResponse>({
      authenticated: true,
      userId: actor.userId,
      email,
      name,
      fresh: isFresh(session.signedInAt, services.now()),
    });
  });

  app.post('/keepalive', async (c) => {
    const session = await sessionOf(c);
    if (session.kind === 'live' && (await renewTokens(services, session.hash))) return c.body(null, 204);
    if (session.kind === 'live') clearSessionCookie(c, settings);
    const code = session.kind === 'disabled' ? 'user.disabled' : 'session.required';
    throw new RefusedError(refuse('unauthenticated', { code }));
  });

  app.post('/logout', async (c) => {
    const session = await sessionOf(c);
    let logoutUrl = postLogoutRedirectUri(settings);
    if (session.kind === 'live') {
      const { actor } = session.person;
      const isOurs = await endSession(services, { hash: session.hash, userId: actor.userId }, 'logout', {
        actor: eventActor(actor),
        correlationId: c.get('correlationId'),
        client: c.get('client'),
      });
      // When two tabs log out at the same moment, only one goes to the provider.
      if (isOurs) logoutUrl = await providerLogoutUrl(services, session.subject);
    }
    if (readSessionCookie(c, settings)) clearSessionCookie(c, settings);
    return c.json({ logoutUrl });
  });

  app.post('/backchannel-logout', bodyLimit({ maxSize: 16_000 }), async (c) => {
    const body = await c.req.parseBody();
    const token = body.logout_token;
    if (typeof token !== 'string') throw new RefusedError(refuse('invalid', { code: 'logout-token.invalid' }));
    await backchannelLogout(services, token);
    return c.body(null, 200);
  });

  return app;
};
