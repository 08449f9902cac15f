import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const get = async (call: 'docbook' | 'redoc', id: number = world.acme.apiId) =>
  await world.ask(world.acme.members.user, 'GET', `/api/${call}/${id}`);

it('answers one document that loads nothing and runs only the scripts it knows (D7)', async () => {
  const { status, body, headers } = await get('docbook');
  const html = String(body.text);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="api-\d+\.html"$/);
  const head = html.slice(0, html.indexOf('<style>'));
  expect(head).toContain("default-src 'none'; script-src 'sha256-");
  expect(head).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  // Of what is ours; the library's own text holds such words.
  const markup = html.slice(0, html.indexOf('<script>'));
  expect(markup).not.toMatch(/ (src|href)=|url\(|@import/);
  expect(markup).toContain('"Acme orders"');
});

it('shows in an origin of its own, framed by the portal alone', async () => {
  const { headers } = await get('redoc');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain('sandbox allow-scripts');
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("frame-ancestors 'self'");
});

it('has none for an API that is not there', async () => {
  expect((await get('redoc', 999_999)).status).toBe(404);
});
