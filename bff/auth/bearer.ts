import { errors, jwtVerify } from 'jose';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { findPersonByIdentity, type Person } from '../http/person.ts';
import type { Services } from '../http/services.ts';
import { identityProvider, isProviderSilent } from './identity-provider.ts';

const maximumLength = 8_000;
/** Seconds that the provider's clock may differ from ours. */
const clockTolerance = 5;

const refused = (code = 'token.invalid') => new RefusedError(refuse('unauthenticated', { code }));

/**
 * Returns the person of an access token (requirements A2, A3; RFC 9068). Algorithm, issuer and audience come from settings,
 * the key from the provider's published keys. `typ` excludes ID tokens. A token with a second audience is refused, because
 * that audience could use it here.
 *
 * @throws RefusedError 401 when it is not a valid access token of a known, active user; 503 when the provider's keys can't
 *         be loaded.
 */
export const personOfBearer = async (services: Services, token: string): Promise<Person> => {
  const { settings, pool, now } = services;
  if (token.length > maximumLength) throw refused();
  const { issuer, subject } = await verify(token);
  const person = await findPersonByIdentity(pool, issuer, subject);
  if (!person) throw refused('user.unknown');
  if (!person.active) throw refused('user.disabled');
  return person;

  async function verify(jwt: string): Promise<{ issuer: string; subject: string }> {
    try {
      const provider = await identityProvider(settings);
      const { payload, protectedHeader } = await jwtVerify(jwt, provider.keys, {
        algorithms: [settings.OIDC_SIGNING_ALGORITHM],
        issuer: provider.issuer,
        audience: settings.OIDC_AUDIENCE,
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance,
        currentDate: now(),
      });
      const audiences = [payload.aud ?? []].flat();
      if (audiences.length !== 1 || !protectedHeader.kid || !payload.sub) throw refused();
      return { issuer: provider.issuer, subject: payload.sub };
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      if (error instanceof errors.JOSEError && !isProviderSilent(error)) throw refused();
      services.log.warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'no keys from the identity provider',
      );
      throw new RefusedError(refuse('unavailable', { code: 'sign-in.unavailable' }));
    }
  }
};
