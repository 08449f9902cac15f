import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiDecider } from '#domain/api/decider.ts';
import { codeGenerationDecider } from '#domain/code-generation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type Member, specText } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { deleteUnused } from './retention.ts';
import { loadSpec } from './spec-store.ts';

let world: BffWorld;
let owner: Member;
beforeAll(async () => {
  world = await startBffWorld();
  owner = world.acme.members.owner;
});
afterAll(() => world.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const asOwner = (statement: string) => runSql(world.ownerUrl, statement);

/** Lets the time pass: everything was stored, or became unused, so many days earlier. */
const pass = async (days: number): Promise<void> => {
  for (const [table, column] of [
    ['spec_documents', 'created_at'],
    ['issue_files', 'created_at'],
    ['unused_documents', 'unused_since'],
  ])
    await asOwner(`update ${table} set ${column} = ${column} - interval '${days} days'`);
};

const clean = (days: number | undefined): Promise<number> =>
  deleteUnused({ ...world.services, settings: { ...world.services.settings, DOCUMENTS_RETENTION_DAYS: days } });

/** Finds what is unused, lets it be so for ten days, and deletes what is unused for nine. */
const afterTenDays = async (): Promise<number> => {
  await world.allShown();
  await pass(1);
  await clean(undefined);
  await pass(10);
  return await clean(9);
};

const upload = async (fields: Record<string, string>, text: string, name = 'spec.json'): Promise<string> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('jsonFile', new File([text], name));
  const { status, body } = await world.ask(owner, 'POST', '/api/swagger/import', { body: form });
  expect(status, JSON.stringify(body)).toBe(200);
  await world.shown(body.position);
  return String(body.apiId);
};
const publish = (text: string) => upload({ bizappId: String(world.acme.applicationId) }, text);
const read = (id: string, revision: number, headers = {}) =>
  world.ask(owner, 'GET', `/api/swagger/${id}/versions/${revision}?type=json`, { headers });
const versions = async (id: string) =>
  (await world.ask(owner, 'GET', `/api/swagger/${id}/versions`)).body as unknown as { deletedAt: string | null }[];

const today = new Date().toISOString().slice(0, 10);
const gone = { status: 404, body: { code: 'document.deleted', errors: [{ parameters: { date: today } }] } };

it('deletes the text of a replaced version after the days of the setting, and says when; the current one stays', async () => {
  const id = await publish(specText('Replaced', '1.0.0'));
  await upload({ id }, specText('Replaced', '2.0.0'));
  // From now on this process has the text in its cache, and a browser the page.
  expect((await read(id, 1)).status).toBe(200);
  const page = `/api/redoc/${id}?revision=1`;
  const tag = (await world.ask(owner, 'GET', page)).headers.get('etag') ?? '';
  await world.allShown();
  await pass(1);
  expect(await clean(9)).toBe(0);
  await pass(8);
  expect(await clean(9)).toBe(0);
  await pass(2);
  expect(await clean(undefined)).toBe(0);
  expect((await read(id, 1)).status).toBe(200);
  expect(await clean(9)).toBeGreaterThan(0);
  expect(await clean(9)).toBe(0);

  expect(await read(id, 1)).toMatchObject({ status: 404, body: { code: 'document.deleted' } });
  expect(await world.ask(owner, 'GET', page, { headers: { 'if-none-match': tag } })).toMatchObject({ status: 404 });
  expect(await world.ask(owner, 'GET', `/api/swagger/${id}/compare?from=1&to=2`)).toMatchObject({ status: 404 });
  expect(await world.ask(owner, 'POST', `/api/swagger/${id}/versions/1/restore`)).toMatchObject({ status: 404 });
  expect((await read(id, 2)).status).toBe(200);
  expect(await versions(id)).toMatchObject([
    { revision: 2, deletedAt: null },
    { revision: 1, version: '1.0.0', deletedAt: expect.stringContaining(today) },
  ]);
  expect(await Array.fromAsync(world.services.store.verify())).toEqual([]);
});

it('deletes the documents of a deleted API, and keeps one that another API has, too', async () => {
  const [shared, own] = [specText('Shared by two'), specText('Of one')];
  const stays = await publish(shared);
  const goes = await publish(own);
  await upload({ id: goes }, shared);
  const asked = await world.ask(world.acme.members.portal, 'DELETE', `/api/swaggers/${goes}`);
  expect(asked.status).toBe(200);
  await world.seed.send(apiDecider, Number(goes), {
    type: 'ConfirmDeletion',
    data: { operationId: String(asked.body.operationId) },
  } as never);
  await afterTenDays();
  const there = await Promise.all([own, shared].map((text) => loadSpec(world.pool, sha256(text))));
  expect(there.map((one) => one !== undefined)).toEqual([false, true]);
  expect((await read(stays, 1)).status).toBe(200);
});

it.each([
  ['uploaded', async (id: string, text: string) => void (await upload({ id }, text)), 3],
  ['restored', async (id: string) => void (await world.ask(owner, 'POST', `/api/swagger/${id}/versions/1/restore`)), 3],
])('keeps a document that is %s again shortly before its end', async (name, useAgain, revision) => {
  const text = specText(`Again ${name}`, '1.0.0');
  const id = await publish(text);
  await upload({ id }, specText(`Again ${name}`, '2.0.0'));
  await world.allShown();
  await pass(1);
  await clean(undefined);
  await pass(10);
  await useAgain(id, text);
  // The read tables may not show it yet.
  await clean(9);
  await world.allShown();
  await clean(9);
  expect((await read(id, revision)).status).toBe(200);
  expect((await read(id, 1)).status).toBe(200);
});

it('brings every version of a text back that is uploaded again after its end', async () => {
  const text = specText('Back again', '1.0.0');
  const id = await publish(text);
  await upload({ id }, specText('Back again', '2.0.0'));
  expect(await afterTenDays()).toBeGreaterThan(0);
  expect((await read(id, 1)).status).toBe(404);
  await upload({ id }, text);
  expect((await read(id, 1)).status).toBe(200);
  expect((await read(id, 3)).status).toBe(200);
});

it('an upload that meets the deletion of the same text waits for it, and the text is there', async () => {
  const text = specText('Met', '1.0.0');
  const id = await publish(text);
  await upload({ id }, specText('Met', '2.0.0'));
  await world.allShown();
  await pass(1);
  await clean(undefined);
  await pass(10);
  await Promise.all([clean(9), upload({ id }, text), clean(9), clean(9)]);
  await world.allShown();
  expect((await read(id, 3)).status).toBe(200);
});

it('says of no document that it was deleted that the last release stored again', async () => {
  const text = specText('Stored by the last release', '1.0.0');
  const id = await publish(text);
  await upload({ id }, specText('Stored by the last release', '2.0.0'));
  const content = (await loadSpec(world.pool, sha256(text)))?.bytes ?? new Uint8Array();
  expect(await afterTenDays()).toBeGreaterThan(0);
  expect((await read(id, 1)).status).toBe(404);
  await world.pool.query("insert into spec_documents (hash, format, size, content) values ($1, 'json', $2, $3)", [
    sha256(text),
    content.length,
    zstdCompressSync(content),
  ]);
  await clean(9);
  expect((await read(id, 1)).status).toBe(200);
  expect(await versions(id)).toMatchObject([{ revision: 2 }, { revision: 1, deletedAt: null }]);
});

it('keeps what code is being generated from, and deletes it when that is done', async () => {
  const text = 'openapi: 3.0.3\ninfo: { title: Written as YAML, version: 1.0.0, description: For code }\npaths: {}\n';
  const id = await upload({ bizappId: String(world.acme.applicationId) }, text, 'spec.yaml');
  const body = { type: 'client', lang: 'axios', modelPackage: 'acme.model', apiPackage: 'acme.api' };
  const asked = await world.ask(owner, 'POST', `/api/codegen/${id}`, { json: body });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const operationId = String(asked.body.operationId);
  const { status, ...state } = await loadState(world.services.store, codeGenerationDecider, operationId);
  expect(status).toBe('requested');
  const { document } = (state as { request: { document: string } }).request;
  expect(document).not.toBe(sha256(text));
  const isThere = async () => (await loadSpec(world.pool, document)) !== undefined;
  await afterTenDays();
  expect(await isThere()).toBe(true);
  await world.seed.finish(operationId);
  await afterTenDays();
  expect(await isThere()).toBe(false);
});

it('deletes nothing while a stream is parked', async () => {
  const id = await publish(specText('Parked', '1.0.0'));
  await upload({ id }, specText('Parked', '2.0.0'));
  await world.allShown();
  await pass(1);
  await clean(undefined);
  await pass(10);
  await world.pool.query(
    `insert into parked_streams (name, version, stream, from_version, event_id, event_type, error, attempts)
     values ('catalogue', 1, 'api-1', 1, gen_random_uuid(), 'ApiPublished', 'no', 1)`,
  );
  expect(await clean(9)).toBe(0);
  await world.pool.query('delete from parked_streams');
  expect(await clean(9)).toBeGreaterThan(0);
  expect(await read(id, 1)).toMatchObject({ status: 404 });
});

it('deletes the file of a closed issue, and no other; says so instead of the download', async () => {
  const { user, support } = world.acme.members;
  const report = async (content: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ title: 'A', description: 'B' })) form.set(name, value);
    form.set('issueFile', new File([content], 'log.txt'));
    const { body } = await world.ask(user, 'POST', '/api/user/reportIssue', { body: form });
    await world.shown(body.position);
    return Number(body.issueId);
  };
  const [open, closed] = [await report('open'), await report('closed')];
  const done = await world.ask(support, 'POST', `/api/issues/${closed}/close`);
  expect(done.status).toBe(200);
  await world.shown(done.body.position);
  await afterTenDays();
  const file = (id: number) => world.ask(support, 'GET', `/api/issues/${id}/file`);
  expect((await file(open)).status).toBe(200);
  expect(await file(closed)).toMatchObject({ status: gone.status, body: { code: 'document.deleted' } });
  expect((await world.ask(support, 'GET', `/api/issues/${closed}`)).body).toMatchObject({
    file: { type: 'text/plain', size: 6, deletedAt: expect.stringContaining(today) },
  });
});

it('the application can neither make a document older nor delete it itself', async () => {
  for (const statement of [
    "update unused_documents set unused_since = now() - interval '1 year'",
    "insert into unused_documents (kind, hash, unused_since) values ('file', repeat('0', 64), now() - interval '1 year')",
    'delete from issue_files',
  ])
    await expect(world.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  await expect(world.pool.query('select delete_unused_documents(0)')).rejects.toThrow('at least one day');
});
