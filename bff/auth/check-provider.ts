import * as client from 'openid-client';
import type { SignInFault } from '#domain/installation/schema.ts';
import type { Settings } from '#platform/settings.ts';
import { redirectUri } from './addresses.ts';
import { type IdentityProvider, identityProvider, requestTimeout } from './identity-provider.ts';
import { faultOf, reasonOf } from './provider-fault.ts';

/** Two names of the same algorithm (RFC 9864). */
const sameAlgorithms = ['EdDSA', 'Ed25519'];

const algorithmFault = (provider: IdentityProvider, wanted: string): SignInFault | undefined => {
  const supported: unknown = provider.client.serverMetadata().id_token_signing_alg_values_supported;
  const names = sameAlgorithms.includes(wanted) ? sameAlgorithms : [wanted];
  if (!Array.isArray(supported) || names.some((name) => supported.includes(name))) return undefined;
  return { check: 'algorithm', setting: 'OIDC_SIGNING_ALGORITHM', expected: supported.join(', '), found: wanted };
};

/** Errors with which a provider sends a browser back that has nobody signed in: client and redirect address are known. */
const clientErrors = new Set(['unauthorized_client', 'unsupported_response_type', 'invalid_scope', 'invalid_request']);

/**
 * Asks the provider for a sign-in without a page, as a browser would that nobody has signed in with.
 *
 * @returns `known`: it leads back to the portal; `refused`: it knows the client or the redirect address not; `unclear`: it
 *          shows a page or can't be reached from here, as browsers may reach it. Another text is the error it leads back with.
 */
const tryAuthorization = async ({ client: configuration }: IdentityProvider, settings: Settings): Promise<string> => {
  const redirect = redirectUri(settings);
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: 'openid profile email',
    response_type: 'code',
    prompt: 'none',
    state: client.randomState(),
    nonce: client.randomNonce(),
    code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  const signal = AbortSignal.timeout(requestTimeout * 1_000);
  const response = await fetch(address, { redirect: 'manual', signal }).catch(() => undefined);
  await response?.body?.cancel();
  if (!response || response.status >= 500 || response.status === 429) return 'unclear';
  const location = response.headers.get('location') ?? '';
  if (location.startsWith(redirect)) {
    const error = new URL(location).searchParams.get('error') ?? '';
    return clientErrors.has(error) ? error : 'known';
  }
  return response.status >= 400 ? 'refused' : 'unclear';
};

/** Stands in the provider's log beside the refusal. */
const nobodysCode = 'portico-checks-its-secret';

/**
 * Sends the client's secret with a code that nobody got.
 *
 * @returns the provider's error; `invalid_grant` when it knows client and secret, or answers in a way that says nothing of them:
 *          only what is known to be wrong may keep a portal from being ready.
 * @throws the error of a provider that does not respond.
 */
const trySecret = async ({ client: configuration }: IdentityProvider, settings: Settings): Promise<string> => {
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: nobodysCode,
      redirect_uri: redirectUri(settings),
      code_verifier: client.randomPKCECodeVerifier(),
    });
    return 'invalid_grant';
  } catch (error) {
    const fault = faultOf(error);
    if (fault?.check === 'secret') return 'invalid_client';
    if (fault) throw error;
    return error instanceof client.ResponseBodyError ? error.error : 'invalid_grant';
  }
};

/** The token endpoint does not say which of id and secret is wrong; the authorization endpoint knows no secret. */
const clientFault = (authorization: string, secret: string, settings: Settings): SignInFault | undefined => {
  const unknown: SignInFault = { check: 'client', setting: 'OIDC_CLIENT_ID', found: settings.OIDC_CLIENT_ID ?? '' };
  if (clientErrors.has(authorization)) return { ...unknown, found: authorization };
  if (secret === 'unauthorized_client') return { ...unknown, found: secret };
  if (secret !== 'invalid_client')
    return authorization === 'refused'
      ? { check: 'redirect', setting: 'PUBLIC_URL', found: redirectUri(settings) }
      : undefined;
  return authorization === 'refused' ? unknown : { check: 'secret', setting: 'OIDC_CLIENT_SECRET', found: secret };
};

/**
 * Tries all that a sign-in needs from the identity provider, without a person: issuer, keys, algorithm, client, secret and
 * redirect address.
 *
 * @returns the first fault; undefined when none was found. A provider may hide a wrong redirect address.
 */
export const checkProvider = async (settings: Settings): Promise<SignInFault | undefined> => {
  try {
    const provider = await identityProvider(settings);
    await provider.keys.reload();
    const algorithm = algorithmFault(provider, settings.OIDC_SIGNING_ALGORITHM);
    if (algorithm) return algorithm;
    const authorization = await tryAuthorization(provider, settings);
    return clientFault(authorization, await trySecret(provider, settings), settings);
  } catch (error) {
    return faultOf(error) ?? { check: 'not-found', setting: 'OIDC_ISSUER', found: reasonOf(error) };
  }
};
