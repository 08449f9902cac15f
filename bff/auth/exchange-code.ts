import * as client from 'openid-client';
import { isFresh, signedInAtOf } from '../http/fresh-sign-in.ts';
import type { Services } from '../http/services.ts';
import { redirectUri } from './addresses.ts';
import { idClaims, namesOf, personClaims } from './claims.ts';
import type { ProviderIdentity } from './first-sign-in.ts';
import { identityProvider } from './identity-provider.ts';
import type { SignInTransaction } from './sign-in-transaction.ts';

/** The provider's claims don't let the portal know the person. `code`: what is wrong. */
export class UnfitClaimsError extends Error {
  override name = 'UnfitClaimsError';
  readonly code: 'sign-in.id-unfit' | 'sign-in.email-unfit';
  constructor(code: UnfitClaimsError['code']) {
    super(code);
    this.code = code;
  }
}

/** The sign-in had to be fresh, and the provider does not say that it is. */
export class StaleSignInError extends Error {
  override name = 'StaleSignInError';
}

/** `expiresIn`: seconds until the provider has to be asked again. `signedInAt`: when the person proved to it who they are. */
export type SignedIn = Readonly<{
  identity: ProviderIdentity;
  providerSession: string | undefined;
  refreshToken: string | undefined;
  expiresIn: number;
  signedInAt: Date | undefined;
}>;

/**
 * Exchanges the code of a callback for the provider's claims about the person. openid-client checks state,
 * `iss`, the ID token's signature, issuer, audience, times and nonce (requirements A1, A2).
 *
 * @param search the callback's query string.
 * @throws UnfitClaimsError when an id is longer than the portal can keep, or there is no e-mail address; StaleSignInError when the
 *         provider was to ask again and did not; another error when one of these checks fails.
 */
export const exchangeCode = async (
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  search: string,
  transaction: SignInTransaction,
): Promise<SignedIn> => {
  const provider = await identityProvider(settings);
  const tokens = await client.authorizationCodeGrant(provider.client, new URL(search, redirectUri(settings)), {
    expectedState: transaction.state,
    expectedNonce: transaction.nonce,
    pkceCodeVerifier: transaction.verifier,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (!idToken) throw new Error('the identity provider sent no ID token');
  const ids = idClaims.safeParse(idToken).data;
  if (!ids) throw new UnfitClaimsError('sign-in.id-unfit');
  const signedInAt = signedInAtOf(idToken.auth_time, now());
  if (transaction.fresh && !isFresh(signedInAt, now())) throw new StaleSignInError(`auth_time: ${idToken.auth_time}`);
  const told = idToken.email ? idToken : await client.fetchUserInfo(provider.client, tokens.access_token, idToken.sub);
  const claims = personClaims.safeParse(told).data;
  if (!claims) throw new UnfitClaimsError('sign-in.email-unfit');
  return {
    identity: {
      issuer: provider.issuer,
      subject: ids.sub,
      email: claims.email,
      emailVerified: claims.email_verified,
      ...namesOf(claims),
    },
    providerSession: ids.sid,
    refreshToken: tokens.refresh_token,
    expiresIn: tokens.expires_in ?? 3600,
    signedInAt,
  };
};
