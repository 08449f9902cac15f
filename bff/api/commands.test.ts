import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, specText } from '#test/world/bff-seed.ts';
import { type BffWorld, publicUrl, startBffWorld, type TestResponse } from '#test/world/bff-world.ts';

let world: BffWorld;
let owner: Member;
beforeAll(async () => {
  world = await startBffWorld();
  owner = world.acme.members.owner;
});
afterAll(() => world.close());

type Fields = Readonly<Record<string, string>>;

/** @param spec the file's text; null sends none. */
const upload = (fields: Fields, spec: string | Uint8Array<ArrayBuffer> | null, file = 'spec.json', who = owner) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (spec !== null) form.append('jsonFile', new File([spec], file));
  return world.ask(who, 'POST', '/api/swagger/import', { body: form });
};
const publish = (fields: Fields, spec: string | null) =>
  upload({ bizappId: String(world.acme.applicationId), ...fields }, spec);

const detailOf = async (response: TestResponse) => {
  expect(response.body).toMatchObject({ apiId: expect.any(Number), position: expect.any(String) });
  await world.shown(response.body.position);
  return (await world.ask(owner, 'GET', `/api/api-detail/${response.body.apiId}`)).body;
};

const typesOf = async (apiId: unknown) => (await world.services.store.read(`api-${apiId}`)).map(({ type }) => type);

/** One problem at one field, and no event. */
const expectRefusal = async (
  send: () => Promise<TestResponse>,
  status: number,
  problem: { field: string; code: string; message: string },
) => {
  const before = await world.countEvents();
  const response = await send();
  expect(response).toMatchObject({ status, body: { status, code: problem.code, detail: problem.message } });
  expect(response.body.errors).toEqual([expect.objectContaining(problem)]);
  expect(await world.countEvents()).toBe(before);
};

describe('publishing an API', () => {
  it('accepts OpenAPI as JSON and fills empty fields from the document', async () => {
    expect(
      await detailOf(await publish({ name: '', description: '' }, specText('Invoices', '2.1.0', 'All of them.'))),
    ).toMatchObject({
      name: 'Invoices',
      version: '2.1.0',
      description: 'All of them.',
      appname: 'Acme shop',
      orgname: 'Acme',
      revision: 1,
      operations: 1,
      format: 'json',
      servers: ['https://orders.example/v1'],
    });
  });

  it('accepts YAML and Swagger 2.0, and returns the document as JSON or YAML', async () => {
    const yaml =
      'swagger: "2.0"\ninfo: { title: Old one, version: "1", description: Of old }\nhost: old.example\npaths: {}\n';
    const detail = await detailOf(await publish({}, yaml));
    expect(detail).toMatchObject({ name: 'Old one', format: 'yaml', operations: 0 });
    const json = await world.ask(owner, 'GET', `/api/swagger/${detail.id}?type=json`);
    expect(json.body).toMatchObject({ swagger: '2.0', info: { title: 'Old one', version: '1' } });
    expect(json.headers.get('content-disposition')).toBe(
      `attachment; filename="${detail.name} ${detail.version}.json"`,
    );
    expect((await world.ask(owner, 'GET', `/api/swagger/${detail.id}`)).body.text).toContain('title: Old one');
  });

  it('prefers the fields of the form, and trims them', async () => {
    const fields = {
      name: '  Mine ',
      description: 'Ours.',
      sourceRepo: 'https://git.example/mine',
      businessAreaId: String(world.businessAreaId),
    };
    expect(await detailOf(await publish(fields, specText()))).toMatchObject({
      name: 'Mine',
      description: 'Ours.',
      sourceRepo: 'https://git.example/mine',
      businessAreaId: world.businessAreaId,
    });
  });

  it('accepts a description of 1000 characters', async () => {
    const description = 'd'.repeat(1000);
    expect(await detailOf(await publish({ description }, specText()))).toMatchObject({ description });
  });

  it.each<[string, Fields, { field: string; code: string; message: string }]>([
    [
      'a description of 1001 characters',
      { description: 'd'.repeat(1001) },
      {
        field: 'description',
        code: 'api.description-too-long',
        message: 'Description can only have up to 1000 characters',
      },
    ],
    [
      'a repository that is no address',
      { sourceRepo: 'javascript:alert(1)' },
      { field: 'sourceRepo', code: 'api.source-repo-invalid', message: 'Must begin with http:// or https://' },
    ],
    [
      'a name of 201 characters',
      { name: 'n'.repeat(201) },
      { field: 'name', code: 'field.too-long', message: 'At most 200 characters' },
    ],
    [
      'a business area that is not there',
      { businessAreaId: '99' },
      { field: 'businessAreaId', code: 'field.invalid', message: 'This is not valid' },
    ],
    [
      'a business area without a number',
      { businessAreaId: '1 or 1=1' },
      { field: 'businessAreaId', code: 'field.invalid', message: 'This is not valid' },
    ],
    [
      'a NUL in a text',
      { description: 'a\0b' },
      { field: 'description', code: 'field.invalid', message: 'This is not valid' },
    ],
  ])('refuses %s', async (_what, fields, problem) => {
    await expectRefusal(() => publish(fields, specText()), 400, problem);
  });

  it('requires the file', async () => {
    const problem = {
      field: 'jsonFile',
      code: 'spec.required',
      message: 'Choose the file with the OpenAPI description',
    };
    await expectRefusal(() => publish({}, null), 400, problem);
    await expectRefusal(() => publish({}, ''), 400, problem);
  });

  it('requires a name when the document has none', async () => {
    const problem = { field: 'name', code: 'api.name-required', message: 'Give the API a name: the file has no title' };
    await expectRefusal(() => publish({}, specText('')), 400, problem);
  });

  it.each([
    ['!!!###', 'name.no-letters', 'A name needs at least one letter or digit'],
    [
      'Orders\u202Egnp',
      'name.unseen',
      'The name has characters that are invisible or change the direction of text. Remove them.',
    ],
  ])('takes no name that nobody can read: %j', async (name, code, message) => {
    const problem = { field: 'name', code, message };
    await expectRefusal(() => publish({ name, description: 'x' }, specText()), 400, problem);
  });

  it("removes invisible characters from a document's title, and checks the rest by the same rules", async () => {
    expect(await detailOf(await publish({ description: 'x' }, specText('Ord\u200Bers \u202E')))).toMatchObject({
      name: 'Orders',
    });
    await expectRefusal(() => publish({ description: 'x' }, specText('!!!')), 400, {
      field: 'name',
      code: 'name.no-letters',
      message: 'A name needs at least one letter or digit',
    });
  });

  it('reads UTF-16 with a byte order mark, and returns UTF-8', async () => {
    const text = 'openapi: 3.0.3\ninfo: { title: Größen, version: "1", description: In UTF-16 }\npaths: {}\n';
    const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const detail = await detailOf(await upload({ bizappId: String(world.acme.applicationId) }, bytes, 'spec.yaml'));
    expect(detail).toMatchObject({ name: 'Größen', format: 'yaml' });
    const address = `${publicUrl}/api/swagger/${detail.id}?type=yaml`;
    const yaml = await world.app.request(address, { headers: world.credentials(owner) });
    expect(await yaml.text()).toBe(text);
  });

  it('refuses any other encoding and names the right ones', async () => {
    const latin = new Uint8Array(Buffer.from('openapi: 3.0.3\ninfo: { title: Größen }', 'latin1'));
    await expectRefusal(() => upload({ bizappId: String(world.acme.applicationId) }, latin), 400, {
      field: 'jsonFile',
      code: 'spec.not-utf8',
      message: "The file's text is not in UTF-8. Save it as UTF-8 and choose it again.",
    });
  });

  it('requires a description when neither the form nor the document has one', async () => {
    const problem = {
      field: 'description',
      code: 'api.description-required',
      message: 'Write a description: the file has none',
    };
    await expectRefusal(() => publish({ description: ' ' }, specText('Silent', '1', '')), 400, problem);
    await expectRefusal(() => publish({ name: 'Paper' }, '%PDF-1.7\n%%EOF\n'), 400, problem);
  });

  it('says what is wrong with the file, and where', async () => {
    const before = await world.countEvents();
    const wrong = await publish({}, '{"openapi": "3.1.0",, }');
    expect(wrong).toMatchObject({ status: 400, body: { code: 'spec.unexpected' } });
    expect(wrong.body.errors).toEqual([expect.objectContaining({ field: 'jsonFile', code: 'spec.unexpected' })]);
    expect(wrong.body.detail).toMatch(/^Line 1, column 21: , can't be here\./);
    expect(await publish({}, '{"hello": 1}')).toMatchObject({ status: 400, body: { code: 'spec.not-openapi' } });
    expect(await world.countEvents()).toBe(before);
  });

  it('accepts a document with odd values in its info object', async () => {
    const title = 'T\u0000itle \ud800 ‮';
    const detail = await detailOf(await publish({}, specText(title, '1\u0000', 'D\u0000')));
    expect(JSON.stringify(detail)).not.toMatch(/\\u0000|\\ud800/);
  });

  it('a portal administrator publishes for no application, in their own organization', async () => {
    const response = await upload({}, specText('Free'), 'spec.json', world.partner.members.portal);
    expect(await detailOf(response)).toMatchObject({ bizappId: null, appname: null, orgname: 'Partner' });
  });

  it('reports an unknown application to a portal administrator', async () => {
    const problem = { field: 'bizappId', code: 'field.invalid', message: 'This is not valid' };
    await expectRefusal(
      () => upload({ bizappId: '999' }, specText(), 'spec.json', world.acme.members.portal),
      400,
      problem,
    );
  });
});

describe('updating an API', () => {
  it('makes a revision only when the document changed, and an event only when something changed', async () => {
    const { body } = await publish({}, specText('First', '1.0.0'));
    const id = String(body.apiId);
    const update = (fields: Fields, spec: string | null) => upload({ id, ...fields }, spec);

    await world.shown(body.position);
    expect(await detailOf(await update({}, specText('First', '1.0.0')))).toMatchObject({ revision: 1 });
    expect(await typesOf(id)).toEqual(['ApiPublished']);

    expect(await detailOf(await update({ name: 'Renamed' }, null))).toMatchObject({ name: 'Renamed', revision: 1 });
    expect(await typesOf(id)).toEqual(['ApiPublished', 'ApiDetailsChanged']);

    const second = await detailOf(await update({ name: 'Renamed' }, specText('First', '2.0.0')));
    expect(second).toMatchObject({ name: 'Renamed', version: '2.0.0', revision: 2 });
    expect(await typesOf(id)).toEqual(['ApiPublished', 'ApiDetailsChanged', 'ApiSpecChanged']);

    const kept = await detailOf(await update({ description: 'Kept name' }, null));
    expect(kept).toMatchObject({ name: 'Renamed', description: 'Kept name', version: '2.0.0' });
  });

  it("keeps fields that are left out; an empty field takes the document's value, if it has one", async () => {
    const own = { name: 'Own', description: 'Of its own.', sourceRepo: '', businessAreaId: null };
    const written = {
      name: 'Ours',
      description: 'In our words.',
      sourceRepo: 'https://git.example/ours',
      businessAreaId: world.businessAreaId,
    };
    const form = { ...written, businessAreaId: String(world.businessAreaId) };
    const published = await detailOf(await publish(form, specText('Own', '1.0.0', 'Of its own.')));
    expect(published).toMatchObject(written);
    const id = String(published.id);
    expect(await detailOf(await upload({ id }, specText('Later', '2.0.0')))).toMatchObject({ ...written, revision: 2 });
    const back = await world.ask(owner, 'POST', `/api/swagger/${id}/versions/1/restore`);
    expect(await detailOf(back)).toMatchObject({ ...written, revision: 3 });
    const emptied = { id, name: '', description: '', sourceRepo: '', businessAreaId: '' };
    expect(await detailOf(await upload(emptied, null))).toMatchObject({ ...own, revision: 3 });
    expect(await detailOf(await upload(emptied, specText('Newer', '3.0.0', 'News.')))).toMatchObject({
      ...own,
      name: 'Newer',
      description: 'News.',
    });
    await expectRefusal(() => upload(emptied, specText('Silent', '4.0.0', '')), 400, {
      field: 'description',
      code: 'api.description-required',
      message: 'Write a description: the file has none',
    });
    expect(await detailOf(await upload({ id }, specText('Silent', '4.0.0', '')))).toMatchObject({ name: 'Newer' });
  });

  it('gives an API without an application one of its own organization, which it keeps', async () => {
    const { portal } = world.acme.members;
    const free = await detailOf(await upload({}, specText('Free'), 'spec.json', portal));
    expect(free).toMatchObject({ bizappId: null });
    const id = String(free.id);
    const give = (bizappId: number, who = portal) => upload({ id, bizappId: String(bizappId) }, null, '', who);
    const { applicationId } = world.acme;
    expect((await give(applicationId)).status === 200 && (await typesOf(id))).toEqual(['ApiPublished', 'ApiAssigned']);
    expect(await detailOf(await give(applicationId))).toMatchObject({ bizappId: applicationId, appname: 'Acme shop' });
    expect(await typesOf(id)).toEqual(['ApiPublished', 'ApiAssigned']);
    const { body } = await world.ask(portal, 'GET', `/api/api-history/${id}`);
    expect(body.entries).toContainEqual(
      expect.objectContaining({ type: 'ApiAssigned', values: { application: 'Acme shop' } }),
    );
    // Its maintainers may change it now.
    expect((await give(applicationId, owner)).status).toBe(200);
    await expectRefusal(() => give(world.partner.applicationId, owner), 400, {
      field: 'bizappId',
      code: 'api.application-fixed',
      message: "The application of an API can't change",
    });
  });

  it("accepts only an application of the API's own organization, and only from an administrator", async () => {
    const { portal } = world.acme.members;
    const { id } = await detailOf(await upload({}, specText('Free too'), 'spec.json', portal));
    const give = (bizappId: number, who: Member) =>
      upload({ id: String(id), bizappId: String(bizappId) }, null, '', who);
    await expectRefusal(() => give(world.partner.applicationId, portal), 400, {
      field: 'bizappId',
      code: 'api.application-elsewhere',
      message: 'This application belongs to another organization than the API',
    });
    expect((await give(world.acme.applicationId, owner)).status).toBe(403);
  });

  it('of an unknown API is a 404', async () => {
    expect(await upload({ id: '999' }, null)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });
});

describe('unknown fields (B2)', () => {
  it.each([
    'admin',
    'role',
    'roles',
    'status',
    'version',
    'revision',
    'owner',
    'ownerApps',
    'organizationId',
    'organization',
    'userId',
    'apiId',
    'applicationId',
    'spec',
    'hash',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'jsonFile[0]',
  ])('%s is refused', async (field) => {
    const form = new FormData();
    form.append('bizappId', String(world.acme.applicationId));
    form.append(field, '1');
    form.append('jsonFile', new File([specText()], 'spec.json'));
    await expectRefusal(() => world.ask(owner, 'POST', '/api/swagger/import', { body: form }), 400, {
      field,
      code: 'field.unknown',
      message: 'This field is not known',
    });
  });
});
