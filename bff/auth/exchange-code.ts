import * as client from 'openid-client';
import * as z from 'zod';
import { isMailAddress } from '#domain/core/mail-address.ts';
import type { Settings } from '#platform/settings.ts';
import { redirectUri } from './addresses.ts';
import type { ProviderIdentity } from './first-sign-in.ts';
import { identityProvider } from './identity-provider.ts';
import type { SignInTransaction } from './sign-in-transaction.ts';

const claimsSchema = z.object({
  sub: z.string().min(1),
  sid: z.string().optional(),
  email: z.string().refine(isMailAddress),
  email_verified: z.unknown().transform((verified) => verified === true),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
});

/** `expiresIn`: seconds until the provider has to be asked again. */
export type SignedIn = Readonly<{
  identity: ProviderIdentity;
  providerSession: string | undefined;
  refreshToken: string | undefined;
  expiresIn: number;
}>;

/** Returns first and last name from the provider's claims. */
const namesOf = ({ name = '', given_name, family_name, email }: z.output<typeof claimsSchema>) => {
  const [first, ...rest] = name.trim().split(/\s+/);
  const firstname = given_name || first || (email.split('@')[0] ?? email);
  return { firstname, lastname: family_name ?? (given_name ? '' : rest.join(' ')) };
};

/**
 * Exchanges the code of a callback for the provider's claims about the person. openid-client checks state,
 * `iss`, the ID token's signature, issuer, audience, times and nonce (requirements A1, A2).
 *
 * @param search the callback's query string.
 * @throws an error when one of these checks fails.
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
  const told = idToken.email
    ? idToken
    : { ...(await client.fetchUserInfo(provider.client, tokens.access_token, idToken.sub)), sid: idToken.sid };
  const claims = claimsSchema.parse(told);
  return {
    identity: {
      issuer: provider.issuer,
      subject: idToken.sub,
      email: claims.email,
      emailVerified: claims.email_verified,
      ...namesOf(claims),
    },
    providerSession: claims.sid,
    refreshToken: tokens.refresh_token,
    expiresIn: tokens.expires_in ?? 3600,
  };
};
