import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Member, specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let owner: Member;
beforeAll(async () => {
  world = await startBffWorld();
  owner = world.acme.members.owner;
});
afterAll(() => world.close());

const upload = (fields: Record<string, string>, content: string) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('jsonFile', new File([content], 'anything'));
  return world.ask(owner, 'POST', '/api/swagger/import', { body: form });
};
const pdf = '%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n';

it('every changed upload makes a version; restoring an older one makes a new version that says so', async () => {
  const bizappId = String(world.acme.applicationId);
  const { body } = await upload({ bizappId }, specText('Versions', '1.0.0'));
  const id = String(body.apiId);
  await world.shown(body.position);
  const second = await upload({ id }, specText('Versions', '2.0.0'));
  await world.shown(second.body.position);
  const restored = await world.ask(owner, 'POST', `/api/swagger/${id}/versions/1/restore`);
  expect(restored).toMatchObject({ status: 200, body: { revision: 3 } });
  await world.shown(restored.body.position);
  const list = await world.ask(owner, 'GET', `/api/swagger/${id}/versions`);
  expect(list.body).toMatchObject([
    { revision: 3, version: '1.0.0', restores: 1 },
    { revision: 2, version: '2.0.0', restores: null, format: 'json', operations: 1 },
    { revision: 1, version: '1.0.0', restores: null },
  ]);
  const text = await world.ask(owner, 'GET', `/api/swagger/${id}/versions/2?type=json`);
  expect(text.body).toMatchObject({ info: { version: '2.0.0' } });
  expect((await world.ask(owner, 'GET', `/api/swagger/${id}/versions/9`)).status).toBe(404);
  expect((await world.ask(owner, 'POST', `/api/swagger/${id}/versions/9/restore`)).status).toBe(404);
});

it('a PDF makes an API with a document and no spec: it is downloaded, and there is nothing to deploy', async () => {
  const bizappId = String(world.acme.applicationId);
  const nameless = await upload({ bizappId }, pdf);
  expect(nameless).toMatchObject({ status: 400, body: { code: 'api.name-required' } });
  expect(await upload({ bizappId, name: 'Cut' }, pdf.replace('%%EOF', ''))).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'jsonFile', code: 'spec.pdf-damaged' }] },
  });
  const { status, body } = await upload({ bizappId, name: 'On paper', description: 'Printed.' }, pdf);
  expect(status).toBe(200);
  await world.shown(body.position);
  const id = Number(body.apiId);
  expect((await world.ask(owner, 'GET', `/api/api-detail/${id}`)).body).toMatchObject({
    format: 'pdf',
    version: '',
    operations: 0,
    servers: [],
  });
  const file = await world.ask(owner, 'GET', `/api/swagger/${id}/versions/1`);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="On paper.pdf"');
  expect(file.body.text).toBe(pdf);
  const docbook = await world.ask(owner, 'GET', `/api/docbook/${id}`);
  expect(docbook).toMatchObject({ status: 200, body: { text: pdf } });
  expect(docbook.headers.get('content-disposition')).toBe('attachment; filename="On paper.pdf"');
  expect((await world.ask(owner, 'GET', `/api/redoc/${id}`)).status).toBe(404);
  expect(await world.ask(owner, 'GET', `/api/swagger/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'api.document-only' },
  });
  const deploy = await world.ask(world.acme.members.owningAdmin, 'POST', '/api/swagger/deploy', {
    json: {
      id,
      name: 'paper',
      env: 'DEV',
      auth: 'apikey',
      contextPath: 'paper',
      upstreamUrl: 'http://10.1.2.3/paper',
      kongServer: world.publicGatewayId,
      oAuth2Config: { tokenExpiration: 60 },
      rateLimit: { enabled: false, ratePerMinute: 60 },
    },
  });
  expect(deploy).toMatchObject({ status: 409, body: { code: 'api.document-only' } });
});

it('two versions are compared line by line; a PDF is not compared', async () => {
  const bizappId = String(world.acme.applicationId);
  const { body } = await upload({ bizappId }, specText('Compared', '1.0.0'));
  const id = String(body.apiId);
  await world.shown(body.position);
  const second = await upload({ id }, specText('Compared', '2.0.0').replace('"/orders"', '"/purchases"'));
  await world.shown(second.body.position);
  const { status, body: comparison } = await world.ask(owner, 'GET', `/api/swagger/${id}/compare?from=1&to=2`);
  expect(status).toBe(200);
  expect(comparison).toMatchObject({ breaking: 1, maybe: 0, total: 2 });
  expect(comparison.changes).toMatchObject([
    { subject: 'GET /orders', what: 'operation-removed', effect: 'removed', verdict: 'breaks' },
    { subject: 'GET /purchases', what: 'operation-added', effect: 'added', verdict: 'safe' },
  ]);
  expect((await world.ask(owner, 'GET', `/api/swagger/${id}/compare?from=1&to=9`)).status).toBe(404);
  expect((await world.ask(owner, 'GET', `/api/swagger/${id}/compare?from=1`)).status).toBe(400);

  const text = specText('Compared', '3.0.0');
  const ahead = await world.ask(owner, 'POST', `/api/swagger/${id}/compare`, { json: { specText: text } });
  expect(ahead).toMatchObject({ status: 200, body: { breaking: 1, maybe: 0, total: 2 } });
  expect(ahead.body.changes).toMatchObject([
    { subject: 'GET /purchases', verdict: 'breaks' },
    { subject: 'GET /orders' },
  ]);
  expect(await world.ask(owner, 'POST', `/api/swagger/${id}/compare`, { json: { specText: 'a: [' } })).toMatchObject({
    status: 400,
    body: { code: 'spec.cut-off', errors: [{ field: 'specText' }] },
  });

  const third = await upload({ id }, pdf);
  await world.shown(third.body.position);
  expect(await world.ask(owner, 'POST', `/api/swagger/${id}/compare`, { json: { specText: text } })).toMatchObject({
    status: 409,
    body: { code: 'api.compare-document' },
  });
  expect(await world.ask(owner, 'GET', `/api/swagger/${id}/compare?from=2&to=3`)).toMatchObject({
    status: 409,
    body: { code: 'api.compare-document' },
  });
});
