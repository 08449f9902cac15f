import { describe, expect, it } from 'vitest';
import { callExample } from './call-example.ts';

const url = 'http://gateway.example/orders-dev';
const tokenUrl = 'https://gateway.example/orders-dev/oauth2/token';

describe('the commands that call a deployment', () => {
  it('uses a shell variable until a key is revealed', () => {
    expect(callExample({ url, auth: 'apikey', tokenUrl: null })).toEqual({
      key: `curl 'http://gateway.example/orders-dev/' \\\n  -H "apikey: $API_KEY"`,
      isInsecure: false,
    });
  });

  it('quotes a revealed key so that the shell does not change it', () => {
    const credentials = { apiKey: "a'$b", clientId: null, clientSecret: null };
    expect(callExample({ url, auth: 'apikey', tokenUrl: null }, { credentials }).key).toBe(
      `curl 'http://gateway.example/orders-dev/' \\\n  -H 'apikey: a'\\''$b'`,
    );
  });

  it('calls an operation of the description, at the path that the gateway accepts', () => {
    const at = (method: string, path: string) =>
      callExample({ url, auth: 'apikey', tokenUrl: null }, { call: { method, path } }).key;
    expect(at('GET', '/v1/orders')).toBe(
      `curl 'http://gateway.example/orders-dev/v1/orders' \\\n  -H "apikey: $API_KEY"`,
    );
    expect(at('POST', '/v1/%C3%B3rders')).toBe(
      `curl -X POST 'http://gateway.example/orders-dev/v1/%C3%B3rders' \\\n  -H "apikey: $API_KEY"`,
    );
    expect(at('GET', '/a(b);v=1')).toBe(
      `curl 'http://gateway.example/orders-dev/a(b);v=1' \\\n  -H "apikey: $API_KEY"`,
    );
  });

  it('requests a token first with OAuth2, and sends no key', () => {
    const credentials = { apiKey: null, clientId: 'id-1', clientSecret: 's-1' };
    expect(callExample({ url, auth: 'oauth2', tokenUrl }, { credentials })).toEqual({
      tokenRequest: `curl -X POST ${tokenUrl} -d grant_type=client_credentials -d 'client_id=id-1' -d 'client_secret=s-1'`,
      token: `curl 'http://gateway.example/orders-dev/' \\\n  -H "Authorization: Bearer $ACCESS_TOKEN"`,
      isInsecure: false,
    });
  });

  it('shows both ways if either one is enough', () => {
    expect(Object.keys(callExample({ url, auth: 'both', tokenUrl }))).toEqual([
      'key',
      'tokenRequest',
      'token',
      'isInsecure',
    ]);
  });

  it.each([
    ['https://localhost:8443/orders-dev/oauth2/token', true],
    ['https://localhost.example/orders-dev/oauth2/token', false],
  ])('gives up checking the certificate for this machine only: %s', (address, isInsecure) => {
    const example = callExample({ url, auth: 'oauth2', tokenUrl: address });
    expect(example.isInsecure).toBe(isInsecure);
    expect(example.tokenRequest?.includes('--insecure')).toBe(isInsecure);
  });
});
