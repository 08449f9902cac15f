import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { specText } from '#test/world/bff-seed.ts';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const get = async (call: 'docbook' | 'redoc', id: number = world.acme.apiId) =>
  await world.ask(world.acme.members.user, 'GET', `/api/${call}/${id}`);

it('is one document that loads nothing and runs only known scripts (D7)', async () => {
  const { status, body, headers } = await get('docbook');
  const html = String(body.text);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toBe('attachment; filename="Acme orders 1.0.0.html"');
  const head = html.slice(0, html.indexOf('<style>'));
  expect(head).toContain("default-src 'none'; script-src 'sha256-");
  expect(head).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  // Checks only our markup, because the library's text contains such words.
  const markup = html.slice(0, html.indexOf('<script>'));
  expect(markup).not.toMatch(/ (src|href)=|url\(|@import/);
  expect(markup).toContain('"Acme orders"');
});

it('is shown in an origin of its own, in frames of the portal only', async () => {
  const { headers } = await get('redoc');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("frame-ancestors 'self'");
});

it('shows an older version on request', async () => {
  const { user } = world.acme.members;
  const of = (revision: number) => world.ask(user, 'GET', `/api/redoc/${world.acme.apiId}?revision=${revision}`);
  const [now, first] = [await get('redoc'), await of(1)];
  expect(first.status).toBe(200);
  expect(first.headers.get('etag')).toBe(now.headers.get('etag'));
  expect((await of(99)).status).toBe(404);
});

it('gets 404 for an API that does not exist', async () => {
  expect((await get('redoc', 999_999)).status).toBe(404);
});

it('is made and sent only if the browser has no copy', async () => {
  const { headers } = await get('redoc');
  const tag = headers.get('etag') ?? '';
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const ask = (known: string) =>
    world.ask(world.acme.members.user, 'GET', `/api/redoc/${world.acme.apiId}`, {
      headers: { 'if-none-match': known },
    });
  const again = await ask(tag);
  expect(again.status).toBe(304);
  // A browser replaces its stored headers by those of this response.
  expect(again.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'));
  expect((await ask('"of-another-version"')).status).toBe(200);
});

it('has an empty page for the preview of a text that is not saved', async () => {
  const { status, body, headers } = await world.ask(world.acme.members.user, 'GET', '/api/redoc-preview?theme=dark');
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toContain('sandbox allow-scripts');
  expect(String(body.text)).toContain('<script type="application/json" id="spec"></script>');
});

it('a page of 16 MB is made outside the event loop (D2)', async () => {
  const remarks = Array(100_000).fill('<i></i></b><'.repeat(12));
  const text = JSON.stringify({ ...JSON.parse(specText('Large')), 'x-remarks': remarks });
  expect(text.length).toBeGreaterThan(14_000_000);
  const { owner } = world.acme.members;
  const saved = await world.ask(owner, 'PUT', '/api/swaggers', {
    json: JSON.stringify({ specText: text, appId: world.acme.applicationId }),
  });
  expect(saved.status).toBe(200);
  await world.shown(saved.body.position);

  // Measures the work of this thread, which does not depend on the machine's load, beside that of making such a page here.
  const cpuSince = (begun?: NodeJS.CpuUsage) => {
    const { user, system } = process.threadCpuUsage(begun);
    return user + system;
  };
  const beforeMaking = process.threadCpuUsage();
  gzipSync(JSON.stringify(JSON.parse(text)).replaceAll('<', '\\u003c'));
  const making = cpuSince(beforeMaking);
  const before = process.threadCpuUsage();
  const response = await world.app.request(`${publicUrl}/api/redoc/${saved.body.apiId}`, {
    headers: { ...world.credentials(owner), 'accept-encoding': 'gzip' },
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  const own = cpuSince(before);
  expect(own).toBeLessThan(making / 2);

  const html = gunzipSync(Buffer.concat(chunks)).toString();
  const [, held = ''] = /id="spec">(.*?)<\/script>/s.exec(html) ?? [];
  expect(held).not.toContain('<');
  expect(JSON.parse(held)).toEqual(JSON.parse(text));
}, 60_000);
