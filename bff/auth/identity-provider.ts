import { createRemoteJWKSet } from 'jose';
import * as client from 'openid-client';
import type { Settings } from '#platform/settings.ts';

/** Seconds to wait for a response of the provider. */
export const requestTimeout = 5;

/**
 * @property client configuration of openid-client.
 * @property keys   the provider's published keys, cached. A token's header can only choose among them.
 */
export type IdentityProvider = Readonly<{
  client: client.Configuration;
  keys: ReturnType<typeof createRemoteJWKSet>;
  issuer: string;
}>;

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
    { timeout: requestTimeout, execute: [...insecure, client.enableNonRepudiationChecks] },
  );
  const { jwks_uri: address, issuer } = configuration.serverMetadata();
  if (!address) throw new Error('the identity provider publishes no keys');
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: requestTimeout * 1000 });
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
