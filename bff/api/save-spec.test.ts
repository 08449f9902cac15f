import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let owner: Member;
beforeAll(async () => {
  world = await startBffWorld();
  owner = world.acme.members.owner;
});
afterAll(() => world.close());

const save = (json: Record<string, unknown>, who = owner) => world.ask(who, 'PUT', '/api/swaggers', { json });

const detailOf = async (apiId: unknown, position: unknown) => {
  await world.shown(position as string);
  return (await world.ask(owner, 'GET', `/api/api-detail/${apiId}`)).body;
};

describe("the editor's Save", () => {
  it('publishes a new API of the application, with the name and description of the document', async () => {
    const { status, body } = await save({
      specText: specText('Typed', '0.1.0', 'In the editor.'),
      appId: world.acme.applicationId,
    });
    expect(status).toBe(200);
    expect(body.revision).toBe(1);
    expect(await detailOf(body.apiId, body.position)).toMatchObject({
      name: 'Typed',
      description: 'In the editor.',
      version: '0.1.0',
      bizappId: world.acme.applicationId,
      revision: 1,
    });
  });

  it('makes a new version of an API without changing its details; the same text makes none', async () => {
    const { apiId } = world.acme;
    const before = await detailOf(apiId, '');
    const text = specText('Another title', '2.0.0');
    const first = await save({ specText: text, apiId, revision: before.revision });
    const revision = Number(before.revision) + 1;
    expect(first).toMatchObject({ status: 200, body: { apiId, revision } });
    const changed = { version: '2.0.0', name: before.name, revision };
    expect(await detailOf(apiId, first.body.position)).toMatchObject(changed);
    const second = await save({ specText: text, apiId, appId: world.acme.applicationId });
    expect(second.body.revision).toBe(revision);
    expect(await detailOf(apiId, second.body.position)).toMatchObject(changed);
  });

  it('takes a reference that leads nowhere, names it, and finds the operations at once', async () => {
    const spec = JSON.parse(specText('Lonely zeppelins', '1.0.0'));
    const paths = { '/zeppelins': { get: { summary: 'List', responses: { 200: { $ref: './gone.yaml#/Answer' } } } } };
    const { status, body } = await save({
      specText: JSON.stringify({ ...spec, paths }),
      appId: world.acme.applicationId,
    });
    expect(status).toBe(200);
    expect(body.unresolved).toEqual(['./gone.yaml#/Answer']);
    await world.shown(body.position as string);
    const found = await world.ask(owner, 'GET', '/api/swaggers?name=list%20zeppelins');
    expect(found.body).toMatchObject({
      total: 1,
      matches: [{ apiId: body.apiId, method: 'GET', path: '/zeppelins', summary: 'List' }],
    });
  });

  it('keeps what somebody else saved meanwhile', async () => {
    const { apiId } = world.acme;
    const { revision } = await detailOf(apiId, '');
    const mine = await save({ specText: specText('Mine', '3.0.0'), apiId, revision });
    expect(mine.status).toBe(200);
    expect(await save({ specText: specText('Theirs', '3.0.1'), apiId, revision })).toMatchObject({
      status: 409,
      body: {
        code: 'form.older',
        changed: { changes: [{ field: 'specText', from: revision, to: Number(revision) + 1 }] },
      },
    });
  });

  it('reports errors of the text at its field, and stores nothing', async () => {
    const before = await world.countEvents();
    const { apiId, applicationId } = world.acme;
    const broken = { code: 'spec.cut-off', field: 'specText', parameters: { line: 1 } };
    const fields: [Record<string, unknown>, object][] = [
      [{ specText: '{', apiId }, broken],
      [{ specText: '{', appId: applicationId }, broken],
      [
        { specText: 'a: 1', apiId },
        { code: 'spec.not-openapi', field: 'specText' },
      ],
      [
        { specText: specText(), apiId, appId: applicationId + 1 },
        { code: 'field.invalid', field: 'appId' },
      ],
      [{ apiId }, { code: 'field.required', field: 'specText' }],
    ];
    for (const [json, problem] of fields) {
      expect(await save(json)).toMatchObject({ status: 400, body: { errors: [problem] } });
    }
    expect(await save({ specText: specText(), apiId: 2_000_000_000 })).toMatchObject({ status: 404 });
    expect(await save({ specText: specText() })).toMatchObject({ status: 403 });
    expect(await world.countEvents()).toBe(before);
  });

  it('accepts at most 16 MB (D1)', async () => {
    const { apiId } = world.acme;
    const large = JSON.parse(specText('Large'));
    large['x-ballast'] = '\n'.repeat(15 * 1024 * 1024);
    // Each line end is two characters as JSON, and three within a JSON text that is JSON: over the limit.
    expect(await save({ specText: JSON.stringify(large), apiId })).toMatchObject({ status: 413 });
    large['x-ballast'] = 'x'.repeat(15 * 1024 * 1024);
    expect(await save({ specText: JSON.stringify(large), apiId })).toMatchObject({ status: 200 });
    large['x-ballast'] = 'x'.repeat(16 * 1024 * 1024);
    expect(await save({ specText: JSON.stringify(large), apiId })).toMatchObject({
      status: 413,
      body: { code: 'spec.too-large', errors: [{ field: 'specText' }] },
    });
  }, 60_000);
});
