import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { type Account, claimsOf } from './accounts.ts';
import type { ProviderKeys } from './keys.ts';
import { messagePage, page } from './sign-in-page.ts';
import type { Storage } from './storage.ts';

/** The only client, which is Portico itself, and the addresses to which the provider may send people back. */
export type ClientOptions = Readonly<{
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  backchannelLogoutUri?: string;
  /** The `aud` of access tokens for the portal's API. */
  audience: string;
}>;

/** The scope of access tokens for the portal's API. The portal decides by roles, not by scopes. */
const apiScope = 'portal';

const seconds = { minute: 60, hour: 3600, day: 86_400 };

/** Grants Portico everything without a question, because it is the sandbox's own client. */
const grantEverything = async (ctx: KoaContextWithOIDC) => {
  const { client, session, provider, params } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = session.grantIdFor(client.clientId);
  const grant =
    (known ? await provider.Grant.find(known) : undefined) ??
    new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(String(params?.scope ?? 'openid'));
  for (const resource of [params?.resource ?? []].flat()) grant.addResourceScope(String(resource), apiScope);
  await grant.save();
  return grant;
};

const submitScript = 'document.forms[0].submit()';
const submitHash = createHash('sha256').update(submitScript).digest('base64');

/**
 * Signs out at once if the client says who signs out. Otherwise asks, because another site could have sent the request.
 */
const signOutPage = (ctx: KoaContextWithOIDC, form: string) => {
  const hint = ctx.oidc.params?.logout_hint;
  const named = Boolean(ctx.oidc.entities.IdTokenHint) || (hint !== undefined && hint === ctx.oidc.session?.accountId);
  const button = '<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>';
  const confirmed = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
  ctx.set(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${submitHash}'`,
  );
  const content = named
    ? `<h1>Signing out</h1>${confirmed}<noscript>${button}</noscript><script>${submitScript}</script>`
    : `<h1>Sign out of the sandbox?</h1>${form}${button}`;
  ctx.body = page('Sign out', raw(content));
};

export const providerConfiguration = (
  { clientId, clientSecret, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, audience }: ClientOptions,
  find: (sub: string) => Promise<Account | undefined>,
  keys: ProviderKeys,
  storage: Storage,
): Configuration => ({
  adapter: storage.adapter,
  jwks: { keys: [keys.signing] },
  cookies: {
    keys: [...keys.cookies],
    // All ports of a host share cookies, so these have other names than the portal's.
    names: { session: 'sandbox-idp', interaction: 'sandbox-idp-interaction', resume: 'sandbox-idp-resume' },
  },
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      client_name: 'Portico',
      redirect_uris: [...redirectUris],
      post_logout_redirect_uris: [...postLogoutRedirectUris],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // As Keycloak does. The portal reveals secrets only soon after a sign-in.
      require_auth_time: true,
      ...(backchannelLogoutUri
        ? { backchannel_logout_uri: backchannelLogoutUri, backchannel_logout_session_required: true }
        : {}),
    },
  ],
  pkce: { required: () => true },
  // Puts name and e-mail into the ID token too, as most providers do.
  conformIdTokenClaims: false,
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
  scopes: ['openid', 'offline_access'],
  findAccount: async (_ctx, sub) => {
    const account = await find(sub);
    return account && { accountId: sub, claims: () => claimsOf(account) };
  },
  loadExistingGrant: grantEverything,
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: signOutPage,
      postLogoutSuccessSource: (ctx) => {
        ctx.body = messagePage('Signed out', 'You can close this page.');
      },
    },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: apiScope,
        audience,
        accessTokenFormat: 'jwt',
        accessTokenTTL: seconds.hour,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
  // Replaces the library's fetch, which refuses addresses of this machine. The portal is on this machine.
  fetch: (address, init) => {
    const { dispatcher: _guard, ...options }: RequestInit & { dispatcher?: unknown } = init ?? {};
    return fetch(address, options);
  },
  ttl: {
    AccessToken: seconds.hour,
    AuthorizationCode: seconds.minute,
    IdToken: seconds.hour,
    Interaction: seconds.hour,
    RefreshToken: seconds.day,
    Session: seconds.day,
    Grant: seconds.day,
  },
  renderError: (ctx, { error, error_description: description }) => {
    ctx.type = 'html';
    ctx.body = messagePage('Sign-in did not work', `${description ?? error}. Go back to the portal and try again.`);
  },
});
