import { errors, jwtVerify } from 'jose';
import * as z from 'zod';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { Services } from '../http/services.ts';
import { providerId, providerSession } from './claims.ts';
import { identityProvider } from './identity-provider.ts';
import { faultOf } from './provider-fault.ts';
import { unavailable } from './provider-trouble.ts';
import { makeTokensDue, type SessionFilter } from './session-store.ts';
import { endSessions } from './sessions.ts';
import { takeTicket } from './tickets.ts';

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** OpenID Connect Back-Channel Logout 1.0, section 2.4; `nonce` must not be there. */
const claimsSchema = z.object({
  jti: providerId,
  exp: z.number(),
  sub: providerId.optional(),
  sid: providerSession.optional(),
  nonce: z.never().optional(),
  events: z.object({ [logoutEvent]: z.object({}) }),
});

const refused = () => new RefusedError(refuse('invalid', { code: 'logout-token.invalid' }));

/**
 * Ends the session with this `sid`, or all sessions of `sub`. When an administrator of Keycloak 26 ends all sessions of a
 * person, Keycloak names only one of them. So the person's other sessions ask the provider again before their next use.
 *
 * @throws RefusedError 400 when the token is not the provider's, not meant for Portico, not a logout token,
 *         or was used before.
 */
export const backchannelLogout = async (services: Services, token: string): Promise<void> => {
  const { settings, pool, now } = services;
  const provider = await identityProvider(settings);
  const claims = await jwtVerify(token, provider.keys, {
    algorithms: [settings.OIDC_SIGNING_ALGORITHM],
    issuer: provider.issuer,
    audience: settings.OIDC_CLIENT_ID ?? '',
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'jti', 'exp', 'events'],
    clockTolerance: 5,
    currentDate: now(),
  }).then(
    ({ payload }) => claimsSchema.safeParse(payload).data,
    (error: unknown) => {
      if (error instanceof errors.JOSEError && !faultOf(error)) throw refused();
      throw unavailable(services, error);
    },
  );
  if (!claims) throw refused();
  const { issuer } = provider;
  const filter: SessionFilter | undefined = claims.sid
    ? { issuer, providerSession: claims.sid }
    : claims.sub
      ? { issuer, subject: claims.sub }
      : undefined;
  if (!filter) throw refused();
  if (!(await takeTicket(pool, `logout-token/${claims.jti}`, new Date(claims.exp * 1000 + 60_000)))) throw refused();
  await endSessions(services, filter, 'back-channel');
  if (claims.sid && claims.sub) await makeTokensDue(pool, issuer, claims.sub, now());
};
