import * as client from 'openid-client';
import type { Settings } from '#platform/settings.ts';
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

/** `expiresIn`: seconds until the provider has to be asked again. */
export type SignedIn = Readonly<{
  identity: ProviderIdentity;
  providerSession: string | undefined;
  refreshToken: string | undefined;
  expiresIn: number;
}>;

/**
 * Exchanges the code of a callback for the provider's claims about the person. openid-client checks state,
 * `iss`, the ID token's signature, issuer, audience, times and nonce (requirements A1, A2).
 *
 * @param search the callback's query string.
 * @throws UnfitClaimsError when an id is longer than the portal can keep, or there is no e-mail address; another error when one
 *         of these checks fails.
 */
export const exchangeCode = async (
  settings: Settings,
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
  };
};
