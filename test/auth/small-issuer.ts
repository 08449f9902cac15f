import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';

/**
 * How an issuer differs from one that fits the portal.
 *
 * @property issuer       what it calls itself.
 * @property status       the status of every response.
 * @property body         what stands in place of its document.
 * @property algorithms   what it signs with.
 * @property clientId     the one client that it knows.
 * @property secret       the secret of that client.
 * @property redirectUri  the one address that it sends browsers back to.
 * @property secretError  its answer to a code, when client and secret are right.
 * @property clientError  its answer to a wrong client or secret, without a challenge. Default: invalid_client, with one.
 * @property leadsBack    the error with which it sends a browser back.
 * @property showsPage    whether it shows a page to every browser.
 * @property oddTokens    whether it answers every code with 200 and no token.
 */
export type IssuerWays = Readonly<{
  issuer?: string;
  status?: number;
  body?: string;
  algorithms?: readonly string[];
  clientId?: string;
  secret?: string;
  redirectUri?: string;
  secretError?: string;
  clientError?: string;
  leadsBack?: string;
  showsPage?: boolean;
  oddTokens?: boolean;
}>;

/** As much of an OpenID Connect provider as a portal asks before anybody signs in. `ways` may be changed at any time. */
export const startSmallIssuer = async (redirectUri: string, path = '/realms/portico') => {
  const { publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const state: { ways: IssuerWays } = { ways: {} };
  const server = createServer((request, response) => {
    const address = server.address();
    const origin = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
    const { ways } = state;
    const fitting = { clientId: 'portico', secret: 'a-secret-of-the-test', redirectUri, ...ways };
    const url = new URL(request.url ?? '/', origin);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response
        .writeHead(ways.status ?? status, { 'content-type': 'application/json', ...headers })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (url.pathname === `${path}/.well-known/openid-configuration`)
      return send(
        200,
        ways.body ?? {
          issuer: ways.issuer ?? `${origin}${path}`,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ways.algorithms ?? ['RS256'],
        },
      );
    if (url.pathname === '/keys') return send(200, { keys: [key] });
    if (url.pathname === '/authorize') {
      const asked = url.searchParams;
      if (ways.showsPage) return send(200, '<html>', { 'content-type': 'text/html' });
      if (asked.get('client_id') !== fitting.clientId || asked.get('redirect_uri') !== fitting.redirectUri)
        return send(400, '<html>', { 'content-type': 'text/html' });
      return send(302, '', { location: `${redirectUri}?error=${ways.leadsBack ?? 'login_required'}` });
    }
    if (url.pathname === '/token') {
      if (ways.oddTokens) return send(200, {});
      const basic = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
      // RFC 6749, 2.3.1: both are encoded as in a form.
      return decodeURIComponent(basic) === `${fitting.clientId}:${fitting.secret}`
        ? send(400, { error: ways.secretError ?? 'invalid_grant' })
        : ways.clientError
          ? send(401, { error: ways.clientError })
          : send(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="portico"' });
    }
    return send(404, { error: 'not_found' });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  return {
    state,
    issuer: `http://localhost:${typeof address === 'object' && address ? address.port : 0}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
