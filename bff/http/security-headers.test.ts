import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BffWorld, publicUrl, responseOf, startBffWorld } from '#test/world/bff-world.ts';
import { createApp } from '../app.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

/** A message of an internal error, which must not be shown. */
const innerWords = 'select ciphertext from secrets where id = $1 at /srv/portico/platform/vault.ts:41';

/** Returns a portal whose vault fails. */
const broken = () =>
  createApp(
    { ...world.services, vault: { ...world.services.vault, openSecret: () => Promise.reject(new Error(innerWords)) } },
    world.webRoot,
  );

const reveal = () =>
  new Request(`${publicUrl}/api/record-consumer`, {
    method: 'POST',
    headers: { ...world.credentials(world.acme.members.portal), 'content-type': 'application/json' },
    body: JSON.stringify({ consumerId: world.acme.consumer.consumerId }),
  });

const portal = () => world.acme.members.portal;

/** A response of every kind. */
const kinds: Record<string, () => Promise<Response> | Response> = {
  'the page (200)': () => world.app.request(`${publicUrl}/wall`),
  'a file (200)': () => world.app.request(`${publicUrl}/assets/app-1a2b3c4d.js`),
  'a missing file (404)': () => world.app.request(`${publicUrl}/assets/app-00000000.js`),
  'health (200)': () => world.app.request(`${publicUrl}/healthz`),
  'data (200)': () => world.app.request(`${publicUrl}/api/allapis`, { headers: world.credentials(portal()) }),
  'a document (200)': () =>
    world.app.request(`${publicUrl}/api/sample-swagger`, { headers: world.credentials(portal()) }),
  'a report (200)': () =>
    world.app.request(`${publicUrl}/api/kong/requests/download`, { headers: world.credentials(portal()) }),
  'HEAD (200)': () =>
    world.app.request(`${publicUrl}/api/allapis`, { method: 'HEAD', headers: world.credentials(portal()) }),
  'sign-in (302 or 503)': () => world.app.request(`${publicUrl}/auth/login`),
  'a bad request (400)': () =>
    world.app.request(`${publicUrl}/api/swaggers?sort=secrets`, { headers: world.credentials(portal()) }),
  'nobody (401)': () => world.app.request(`${publicUrl}/api/allapis`),
  'another site (403)': () =>
    world.app.request(`${publicUrl}/api/record-consumer`, {
      method: 'POST',
      headers: { ...world.credentials(portal()), 'sec-fetch-site': 'cross-site' },
    }),
  'nothing (404)': () => world.app.request(`${publicUrl}/api/nothing`),
  'no such method (404)': () => world.app.request(`${publicUrl}/wall`, { method: 'DELETE' }),
  'metrics of others (404)': () => world.app.request(`${publicUrl}/metrics`),
  'too large (413)': () =>
    world.app.request(`${publicUrl}/api/record-consumer`, {
      method: 'POST',
      headers: { ...world.credentials(portal()), 'content-type': 'application/json', 'content-length': '9999999' },
      body: ' ',
    }),
  'preflight (404)': () =>
    world.app.request(`${publicUrl}/api/allapis`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    }),
  'a fault (500)': () => broken().request(reveal()),
};

describe.each(Object.entries(kinds))('%s', (what, send) => {
  it('M1, M2: has every header', async () => {
    const { status, headers } = await send();
    expect(what).toContain(String(status));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'/);
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self'"])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe|\*|http:\/\/(?!localhost)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect([...headers.keys()].filter((name) => /^access-control|^server$|^x-powered-by$/.test(name))).toEqual([]);
    const kept = { 'the page (200)': 'no-cache', 'a file (200)': 'public, max-age=31536000, immutable' }[what];
    expect(headers.get('cache-control')).toBe(kept ?? 'no-store');
  });
});

describe('M4: an error', () => {
  it.each(Object.entries(kinds).filter(([what]) => /\((4|5)/.test(what)))(
    '%s contains what a client needs',
    async (_what, send) => {
      const { status, body, headers } = await responseOf(await send());
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(
        Object.keys(body)
          .filter((name) => name !== 'parameters' && name !== 'traceId')
          .sort(),
      ).toEqual(['code', 'correlationId', 'detail', 'errors', 'status', 'type']);
      expect(body).toMatchObject({ type: 'about:blank', status, correlationId: headers.get('x-correlation-id') });
      expect(JSON.stringify(body)).not.toMatch(/\bat \/|node_modules|\.ts\b|select |insert |Error:|pg_|zod/);
    },
  );

  it('of the portal itself is in the log with its cause, and in the response without it', async () => {
    world.log.length = 0;
    const { status, body } = await responseOf(await broken().request(reveal()));
    expect(status).toBe(500);
    expect(body).toMatchObject({
      code: 'portal.failed',
      detail: 'Something went wrong on our side. Try again in a moment.',
    });
    expect(JSON.stringify(body)).not.toContain('select');
    const line = world.log.find((text) => text.includes(String(body.correlationId)));
    expect(line).toContain(innerWords);
  });

  it.each([
    ['GET', '/api/swaggers?name=%00', 400],
    ['GET', '/api/swaggers?name=%ED%A0%80', 200],
    ['GET', '/api/user?email=a%00b', 400],
    ['GET', '/api/swaggers?page=1&page=2', 400],
    ['GET', '/api/swaggers?page=1e99', 400],
    ['GET', '/api/swaggers?orgId=99999999999', 400],
    ['GET', '/api/swaggers?name=%25_%5C%27', 200],
    ['GET', '/api/api-detail/99999999999', 404],
    ['GET', '/api/api-detail/%FF', 404],
    ['GET', '/api/operations/%00', 404],
    ['DELETE', '/api/consumer/1/%00', 400],
  ])('D9: %s %s is not an error of the server', async (method, target, status) => {
    expect((await world.ask(portal(), method, target)).status).toBe(status);
  });

  it('D9: no body causes an error of the server', async () => {
    const bodies = ['', '{', 'null', '[]', '7', '"x"', '{"consumerId":1e400}', '{"consumerId":{"a":[[[]]]}}', '\0'];
    for (const json of bodies) {
      const response = await world.ask(portal(), 'POST', '/api/record-consumer', { json });
      expect(response.status, json).toBe(400);
    }
    const deep = await world.ask(portal(), 'POST', '/api/record-consumer', { json: '['.repeat(50_000) });
    expect(deep.status).toBe(413);
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])
      expect(
        (
          await world.ask(portal(), 'POST', '/api/record-consumer', {
            body: 'consumerId=1',
            headers: { 'content-type': type },
          })
        ).status,
      ).toBe(400);
  });
});

it('has no HSTS over plain http', async () => {
  const app = createApp(
    { ...world.services, settings: { ...world.services.settings, PUBLIC_URL: 'http://localhost:3000' } },
    world.webRoot,
  );
  const { status, headers } = await app.request('http://localhost:3000/');
  expect(status).toBe(200);
  expect(headers.has('strict-transport-security')).toBe(false);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});

it.each([
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/%00',
  '/.env',
  '/.git/config',
])('the web app does not serve %s', async (path) => {
  const { status, body } = await world.ask(null, 'GET', path);
  expect([200, 404]).toContain(status);
  if (status === 200) expect(body.text).toBe('<!doctype html><title>Portico</title>');
});
