import type Provider from 'oidc-provider';
import type { Account } from './accounts.ts';

/** Lifetime of a demo token in seconds. */
const lifetime = 3600;

/**
 * Returns an access token of a person for scripts. At a real provider, people would have a client of their own for
 * this.
 */
export const issueDemoToken = async (
  provider: Provider,
  { clientId, audience, account }: { clientId: string; audience: string; account: Account },
): Promise<{ access_token: string; token_type: 'Bearer'; expires_in: number }> => {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('the sandbox has no client');
  const grant = new provider.Grant({ clientId, accountId: account.sub });
  grant.addResourceScope(audience, 'portal');
  const token = new provider.AccessToken({
    accountId: account.sub,
    client,
    grantId: await grant.save(),
    gty: 'authorization_code',
    scope: 'portal',
  });
  token.extra = { auth_time: Math.floor(Date.now() / 1_000) };
  token.resourceServer = new provider.ResourceServer(audience, {
    scope: 'portal',
    audience,
    accessTokenFormat: 'jwt',
    accessTokenTTL: lifetime,
    jwt: { sign: { alg: 'RS256' } },
  });
  return { access_token: await token.save(), token_type: 'Bearer', expires_in: lifetime };
};
