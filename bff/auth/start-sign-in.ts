import type { Context } from 'hono';
import * as client from 'openid-client';
import type { BffEnv } from '../http/context.ts';
import { wantedAge } from '../http/fresh-sign-in.ts';
import type { Services } from '../http/services.ts';
import { redirectUri } from './addresses.ts';
import { readSessionCookie, setSignInCookie } from './cookies.ts';
import { identityProvider } from './identity-provider.ts';
import { unavailable } from './provider-trouble.ts';
import { safeReturnTo } from './return-to.ts';
import { sessionHash } from './session-store.ts';
import { newTransaction, sealTransaction, transactionLifetime } from './sign-in-transaction.ts';

/**
 * Sends the browser to the identity provider: code flow, PKCE with S256, state and nonce, all encrypted in one cookie of
 * this browser (requirement A1). The server stores nothing. `fresh=1` in the address has the provider ask again who it is, unless
 * it has just done so.
 *
 * @param silent asks the provider not to show a page. Without a session there it responds with an error at once.
 */
export const startSignIn = async (
  c: Context<BffEnv>,
  services: Services,
  { silent = false } = {},
): Promise<Response> => {
  const { settings, now } = services;
  const provider = await identityProvider(settings).catch((error: unknown) => {
    throw unavailable(services, error);
  });
  const fresh = !silent && c.req.query('fresh') === '1';
  const previous = readSessionCookie(c, settings);
  const transaction = newTransaction(
    {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      returnTo: safeReturnTo(c.req.query('returnTo')),
      popup: c.req.query('popup') === '1',
      silent,
      fresh,
      ...(previous ? { previousSession: sessionHash(previous) } : {}),
    },
    now(),
  );
  const address = client.buildAuthorizationUrl(provider.client, {
    redirect_uri: redirectUri(settings),
    scope: 'openid profile email',
    response_type: 'code',
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(transaction.verifier),
    code_challenge_method: 'S256',
    ...(silent ? { prompt: 'none' } : {}),
    ...(fresh ? { max_age: String(wantedAge) } : {}),
  });
  setSignInCookie(c, settings, sealTransaction(settings.PORTICO_KEY, transaction), transactionLifetime);
  c.header('cache-control', 'no-store');
  return c.redirect(address.href);
};
