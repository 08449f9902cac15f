import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import type { Account } from './accounts.ts';
import { type ClientOptions, providerConfiguration } from './configuration.ts';
import { issueDemoToken } from './demo-token.ts';
import { loadKeys } from './keys.ts';
import type { People } from './portal-people.ts';
import { messagePage, signInPage } from './sign-in-page.ts';
import { openStorage } from './storage.ts';

/**
 * @property port       the port, 0 for any free port.
 * @property host       address to listen on.
 * @property dataFolder keeps keys and grants, so that a restart signs nobody out.
 * @property publicUrl  the issuer, as browsers and the portal reach it. Default: `http://localhost:<port>`.
 * @property accounts   the people who can sign in.
 * @property people     others who can sign in, asked for each time. Default: nobody.
 */
export type IdentityProviderOptions = ClientOptions &
  Readonly<{
    port: number;
    host: string;
    dataFolder: string;
    publicUrl?: string;
    accounts: readonly Account[];
    people?: People;
  }>;

export type IdentityProvider = Readonly<{ issuer: string; close: () => Promise<void> }>;

const maximumBody = 10_000;

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maximumBody) throw new RangeError('body too large');
  }
  return text;
};

const sendHtml = (response: ServerResponse, status: number, html: string) =>
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    .end(html);

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));

/**
 * Starts the sandbox's OpenID Connect provider: a real one (oidc-provider) whose sign-in page lists invented people
 * instead of asking for a password. Never for production.
 *
 * Beside the standard endpoints, `POST /demo-token` with `{ "email": "..." }` returns an access token for scripts.
 */
export const startIdentityProvider = async (options: IdentityProviderOptions): Promise<IdentityProvider> => {
  const { port, host, dataFolder, accounts, people, clientId, audience } = options;
  const everybody = async () => [...accounts, ...((await people?.list()) ?? [])];
  const find = async (sub: string | null) =>
    accounts.find((account) => account.sub === sub) ?? (sub === null ? undefined : await people?.find(sub));
  const storage = await openStorage(dataFolder);
  const keys = await loadKeys(dataFolder);

  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the identity provider does not listen');
  const issuer = options.publicUrl ?? `http://localhost:${address.port}`;

  const provider = new Provider(issuer, providerConfiguration(options, find, keys, storage));
  provider.proxy = issuer.startsWith('https:');
  const callback = provider.callback();

  const interaction = async (request: IncomingMessage, response: ServerResponse) => {
    const { uid, session } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      const again = await find(session?.accountId ?? null);
      return sendHtml(response, 200, signInPage(await everybody(), `/interaction/${uid}`, again));
    }
    const sub = new URLSearchParams(await readBody(request)).get('sub');
    if (!(await find(sub)))
      return sendHtml(response, 400, messagePage('Sign-in did not work', 'There is nobody of that name.'));
    return provider.interactionFinished(request, response, { login: { accountId: String(sub) } });
  };

  const demoToken = async (request: IncomingMessage, response: ServerResponse) => {
    const { email } = JSON.parse(await readBody(request)) as { email?: unknown };
    const account = (await everybody()).find((candidate) => candidate.email === email);
    if (!account) return sendJson(response, 404, { error: 'unknown_account' });
    return sendJson(response, 200, await issueDemoToken(provider, { clientId, audience, account }));
  };

  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname.startsWith('/interaction/')) {
      interaction(request, response).catch(() =>
        sendHtml(response, 400, messagePage('This page is too old', 'Go back to the portal and sign in again.')),
      );
    } else if (pathname === '/demo-token' && request.method === 'POST') {
      demoToken(request, response).catch(() => sendJson(response, 400, { error: 'invalid_request' }));
    } else if (pathname === '/favicon.ico') {
      response.writeHead(204).end();
    } else {
      void callback(request, response);
    }
  });

  return {
    issuer,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await storage.close();
    },
  };
};
