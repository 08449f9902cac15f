import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import type { Settings } from '#platform/settings.ts';

/** Seconds that the provider has for an answer. */
const timeout = 5;

/**
 * @property client what openid-client works with.
 * @property keys   the provider's published keys, cached; a token's header chooses among them and nothing else.
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
 * The identity provider of these settings, discovered at first use. A failed discovery is tried again by
 * the next caller, so that a provider that comes up late, or goes away, is no reason to restart (requirement J7).
 */
export const identityProvider = (settings: Settings): Promise<IdentityProvider> => {
  const found = known.get(settings);
  if (found) return found;
  const discovering = discover(settings);
  known.set(settings, discovering);
  discovering.catch(() => known.delete(settings));
  return discovering;
};

/** Whether an error means that the provider does not answer, or not as one, rather than that it says no. */
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
