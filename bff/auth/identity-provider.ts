import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import type { Settings } from '#platform/settings.ts';

/** Seconds to wait for the provider's response. */
const timeout = 5;

/**
 * @property client configuration of openid-client.
 * @property keys   the provider's published keys, cached. A token's header can only choose among them.
 */
export type IdentityProvider = Readonly<{ client: client.Configuration; keys: JWTVerifyGetKey; issuer: string }>;

const discover = async (settings: Settings): Promise<IdentityProvider> => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SIGNING_ALGORITHM } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET)
    throw new Error('sign-in needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
  const insecure = OIDC_ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [];
  const configuration = await client.discovery(
    new URL(OIDC_ISSUER),
    OIDC_CLIENT_ID,
    { id_token_signed_response_alg: OIDC_SIGNING_ALGORITHM, [client.clockTolerance]: 5 },
    client.ClientSecretBasic(OIDC_CLIENT_SECRET),
    { timeout, execute: [...insecure, client.enableNonRepudiationChecks] },
  );
  const { jwks_uri: address, issuer } = configuration.serverMetadata();
  if (!address) throw new Error('the identity provider publishes no keys');
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: timeout * 1000 });
  return { client: configuration, keys, issuer };
};

const known = new WeakMap<Settings, Promise<IdentityProvider>>();

/**
 * Returns the identity provider, discovered at its first use. After a failed discovery the next caller tries again, so that
 * a provider that starts late or goes away does not need a restart of the portal (requirement J7).
 */
export const identityProvider = (settings: Settings): Promise<IdentityProvider> => {
  const found = known.get(settings);
  if (found) return found;
  const discovering = discover(settings);
  known.set(settings, discovering);
  discovering.catch(() => known.delete(settings));
  return discovering;
};

/** Returns whether an error means that the provider does not respond properly, not that it refuses. */
export const isProviderSilent = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  const code = 'code' in error ? error.code : undefined;
  if (error.name === 'TimeoutError' || code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT') return true;
  if (code === 'ERR_JOSE_GENERIC' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return true;
  return error instanceof TypeError && /fetch failed/i.test(error.message)
    ? true
    : error.cause !== undefined && isProviderSilent(error.cause);
};
