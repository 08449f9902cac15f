import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** To make a key takes a tenth of a second, for each of the suites that share a process. */
let made: ReturnType<typeof makeKey> | undefined;
const makeKey = () => generateKeyPair('RS256');

/** As much of an identity provider as bearer tokens need: discovery, published keys, tokens for anybody. */
export const startTokenIssuer = async (audience: string) => {
  made ??= makeKey();
  const { privateKey, publicKey } = await made;
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', use: 'sig', alg: 'RS256' }];
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/jwks' ? { keys } : discovery()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const discovery = () => ({
    issuer,
    jwks_uri: `${issuer}/jwks`,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  });

  return {
    issuer,
    /** @param claims besides the usual ones, or instead of them. */
    tokenFor: (subject: string, claims: Readonly<Record<string, unknown>> = {}): Promise<string> =>
      new SignJWT({ client_id: 'test', auth_time: Math.floor(Date.now() / 1_000), ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test' })
        .setIssuer(issuer)
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () => void server.close(),
  };
};
