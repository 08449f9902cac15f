import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cursorText } from '#bff/http/cursor.ts';
import { newId } from '#bff/http/new-id.ts';
import type { AuditPage, AuditRow } from '#domain/audit/schema.ts';
import { businessAreaDecider } from '#domain/business-area/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import { within } from '#test/runner/limit.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let areaId: number;
beforeAll(async () => {
  world = await startBffWorld();
  const { portal } = world.acme.members;
  const json = { id: 0, name: '=Harbour 3', description: 'Ships' };
  const { body } = await world.ask(portal, 'POST', '/api/business-area', { json });
  areaId = Number(body.id);
  await world.shown(body.position);
  // More than a page, each with the time of its neighbors.
  for (let round = 0; round < 60; round += 1) {
    const businessAreaId = await newId(world.pool, 'business-area');
    const details = { businessAreaId, name: `Quay ${round}`, description: '' };
    const done = await world.seed.send(businessAreaDecider, businessAreaId, { type: 'AddBusinessArea', data: details });
    if (round === 59) await world.shown(done);
  }
  // The first look of an hour is an entry itself.
  const { acme, partner } = world;
  for (const reader of [acme.members.auditor, acme.members.portal, partner.members.auditor, partner.members.admin])
    await world.ask(reader, 'GET', '/api/audit');
  await world.allShown();
});
afterAll(() => world.close());

const read = async (who: Member, query = ''): Promise<AuditPage> => {
  const { status, body } = await world.ask(who, 'GET', `/api/audit?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as AuditPage;
};

/** Reads on from page to page. */
const readAll = async (who: Member, query = ''): Promise<AuditRow[]> => {
  const rows: AuditRow[] = [];
  for (let page = await read(who, query); ; page = await read(who, `${query}&after=${page.next}`)) {
    rows.push(...page.entries);
    if (page.next === null) return rows;
  }
};

const download = async (who: Member, query: string): Promise<Response> =>
  await world.app.request(`${publicUrl}/api/audit/export?${query}`, { headers: world.credentials(who) });

/** Returns the files of an export by name. */
const filesOf = async (who: Member, query: string): Promise<Readonly<Record<string, Uint8Array>>> => {
  const response = await download(who, query);
  expect(response.status).toBe(200);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
};

const file = async (who: Member, query: string): Promise<string> =>
  strFromU8(Object.values(await filesOf(who, query))[0] ?? new Uint8Array());

/** Returns the recorded events of exports, the newest first. */
const exportsOf = async (who: Member) => {
  await world.allShown();
  return (await read(who, `noun=audit-export&userId=${who.userId}`)).entries;
};

const ids = (rows: readonly AuditRow[]) => rows.map(({ id }) => id);

it('shows every event of every noun, with the rule that allowed it and the roles', async () => {
  const { auditor, portal } = world.acme.members;
  const rows = await readAll(auditor);
  expect(new Set(rows.map(({ noun }) => noun)).size).toBeGreaterThan(8);
  expect(ids(await readAll(portal))).toEqual(ids(rows));
  const [entry] = (await read(auditor, `noun=business-area&thing=business-area-${areaId}`)).entries;
  expect(entry).toMatchObject({
    type: 'BusinessAreaAdded',
    act: 'added',
    name: '=Harbour 3',
    user: { id: portal.userId, organizationName: 'Acme' },
    rule: 'business-area.save',
    roles: ['ROLE_PORTAL_ADMIN'],
    organization: null,
  });
  const alone = await world.ask(auditor, 'GET', `/api/audit/entry/${entry?.id}`);
  expect(alone.body).toEqual(entry);
  const then = await world.ask(auditor, 'GET', `/api/audit/entry/${entry?.id}/then`);
  expect(then.body).toEqual({
    fields: [
      { field: 'name', value: '=Harbour 3' },
      { field: 'description', value: 'Ships' },
    ],
  });
});

it('a partner sees no settings of a deployment as it was then, and nothing of another organization', async () => {
  const { auditor } = world.partner.members;
  const thenOf = async (query: string, reader: Member) => {
    const [entry] = (await read(reader, query)).entries;
    return await world.ask(auditor, 'GET', `/api/audit/entry/${entry?.id}/then`);
  };
  expect(await thenOf('noun=deployment', auditor)).toMatchObject({ status: 200, body: { fields: null } });
  expect(await thenOf('noun=business-area', world.acme.members.auditor)).toMatchObject({ status: 404 });
  const [deployed] = (await read(world.acme.members.auditor, 'noun=deployment')).entries;
  const seen = await world.ask(world.acme.members.auditor, 'GET', `/api/audit/entry/${deployed?.id}/then`);
  expect(seen.body.fields).toContainEqual({ field: 'contextPath', value: expect.any(String) });
});

it('says the organization of a person by name, and to a partner the name of no other one', async () => {
  const { acme, partner, seed } = world;
  const { userId } = await seed.user(partner.organizationId, 'Mona', ['ROLE_COMPANY_USER']);
  await seed.send(userDecider, userId, {
    type: 'ChangeUser',
    data: { change: { organizationId: acme.organizationId } },
  });
  await world.allShown();
  const query = `thing=user-${userId}&noun=user&act=moved`;
  const [moved] = (await read(acme.members.auditor, query)).entries;
  const entry = async (who: Member, rest = '') =>
    (await world.ask(who, 'GET', `/api/audit/entry/${moved?.id}${rest}`)).body as Record<string, unknown>;
  const { auditor } = acme.members;
  expect((await entry(auditor)).changes).toEqual([{ field: 'organization', from: 'Partner', to: 'Acme' }]);
  expect((await entry(auditor, '/then')).fields).toContainEqual({ field: 'organization', value: 'Acme' });
  const to = `#${acme.organizationId}`;
  expect((await entry(partner.members.auditor)).changes).toEqual([{ field: 'organization', from: 'Partner', to }]);
});

it('pages follow each other without a gap, in both directions', async () => {
  const { auditor } = world.acme.members;
  const all = ids(await readAll(auditor));
  expect(new Set(all).size).toBe(all.length);
  const first = await read(auditor);
  expect(first).toMatchObject({ start: 0, previous: null, page: 0 });
  expect(first.total).toBe(all.length);
  const second = await read(auditor, `after=${first.next}`);
  expect([second.start, second.page, ids(second.entries)]).toEqual([50, 1, all.slice(50, 100)]);
  const back = await read(auditor, `before=${second.previous}`);
  expect([back.start, back.previous, ids(back.entries)]).toEqual([0, null, all.slice(0, 50)]);
  expect(ids((await read(auditor, 'page=1')).entries)).toEqual(all.slice(50, 100));
});

const forged = (time: string, before = '0') => `after=${cursorText('happenedAt', { key: time, id: `${before}/0` })}`;

it.each([
  forged('2026-02-31 08:30:00+00'),
  forged('2026-02-01 08:30:00+99'),
  forged('2026-02-01 08:30:00+00', '1e12'),
  'after=',
  'after=bm90',
  'page=200',
  'order=asc',
  'sort=user',
  'noun=nothing',
  'kind=x',
])('refuses %s', async (query) => {
  const { status } = await world.ask(world.acme.members.auditor, 'GET', `/api/audit?${query}`);
  expect(status).toBe(400);
});

it('is searched in words and by each field', async () => {
  const { auditor, portal } = world.acme.members;
  const total = async (query: string) => (await read(auditor, query)).total;
  expect(await total('search=HARBOUR')).toBe(1);
  expect(await total('search=quay%205')).toBe(11);
  expect(await total('search=quay&act=deleted')).toBe(0);
  expect(await total('search=quay&noun=business-area&act=added')).toBe(60);
  expect(await total(`search=harbour&userId=${portal.userId}`)).toBe(1);
  expect(await total(`search=harbour&person=${encodeURIComponent(portal.email)}`)).toBe(1);
  expect(await total('person=nobody-is-called-so')).toBe(0);
  const [{ address = '' } = {}] = (await read(auditor, 'search=harbour')).entries;
  expect(address).not.toBe('');
  expect(await total(`search=harbour&address=${encodeURIComponent(address)}`)).toBe(1);
  expect(await total('search=harbour&address=192.0.2.250')).toBe(0);
  const { apiId, organizationId } = world.acme;
  const ofApi = (await read(auditor, `thing=api-${apiId}`)).entries;
  expect(new Set(ofApi.map(({ noun }) => noun))).toContain('deployment');
  const ofOrganization = await readAll(auditor, `organizationId=${organizationId}`);
  expect(new Set(ofOrganization.map(({ organization }) => organization?.id))).toEqual(new Set([organizationId]));
});

it('F2: shows refused commands, views of people, exports and reading of the audit, with the words of the filter', async () => {
  const { acme } = world;
  const { auditor, portal, admin } = acme.members;
  const other = await world.seed.user(acme.organizationId, 'wallaby', ['ROLE_COMPANY_USER']);
  await world.allShown();
  await world.signIn(other);
  const hostile = { id: 0, name: 'a\r\n{"type":"UserErased"}', description: 'hunter2' };
  for (let call = 0; call < 3; call += 1)
    expect((await world.ask(other, 'POST', '/api/business-area', { json: hostile })).status).toBe(403);
  expect((await world.ask(portal, 'DELETE', '/api/business-area/999999')).status).toBe(404);
  for (const viewer of [admin, other, portal])
    expect((await world.ask(viewer, 'GET', `/api/userById?id=${other.userId}`)).status).toBe(200);
  expect((await world.ask(portal, 'GET', '/api/users/download')).status).toBe(200);
  await world.allShown();
  const found = async (query: string) =>
    (await read(auditor, query)).entries.map(({ user, subject, rule, values, about }) => [
      user?.id,
      subject || `${about.noun}-${about.id}`,
      rule,
      values,
    ]);
  expect(await found(`noun=trace&act=refused&userId=${other.userId}`)).toEqual([
    [
      other.userId,
      'POST /api/business-area',
      'business-area.save',
      { refused: 'forbidden', code: 'forbidden', count: 1 },
    ],
  ]);
  expect(await found(`noun=trace&act=refused&userId=${portal.userId}`)).toMatchObject([
    [portal.userId, 'DELETE /api/business-area/{id}', 'business-area.remove', { refused: 'not-found' }],
  ]);
  const ofPerson = await found(`thing=user-${other.userId}&act=looked-at`);
  expect(ofPerson.map(([viewer]) => viewer).toSorted()).toEqual([admin.userId, portal.userId].toSorted());
  expect(await found('noun=trace&act=looked-at')).toContainEqual([
    auditor.userId,
    'trace-0',
    'audit.list',
    { count: 1 },
  ]);
  expect(await found('act=exported')).toContainEqual([portal.userId, 'GET /api/users/download', 'user.export', {}]);
});

it('a document to print has the same entries as the other files', async () => {
  const { auditor } = world.acme.members;
  const lines = (await file(auditor, 'noun=business-area&format=jsonl')).trim().split('\n');
  const page = await file(auditor, 'noun=business-area&format=html');
  expect(page.match(/<tr><td/g)).toHaveLength(lines.length);
  expect(page.endsWith('</html>\n')).toBe(true);
});

it('a day of the filter is the whole day', async () => {
  const { auditor } = world.acme.members;
  const [newest] = (await read(auditor, 'search=harbour')).entries;
  const day = newest?.happenedAt.slice(0, 10);
  const total = async (query: string) => (await read(auditor, `search=harbour&${query}`)).total;
  expect(await total(`startDate=${day}&endDate=${day}`)).toBe(1);
  expect(await total(`endDate=${newest?.happenedAt}`)).toBe(1);
  expect(await total('endDate=2001-01-01')).toBe(0);
  expect(await total('startDate=2999-01-01')).toBe(0);
});

it('an auditor or administrator of a partner reads only what concerns their organization, and no stranger in it', async () => {
  const { partner, acme } = world;
  const { auditor, admin } = partner.members;
  const rows = await readAll(auditor);
  expect(rows.length).toBeGreaterThan(3);
  expect(new Set(rows.map(({ organization }) => organization?.id))).toEqual(new Set([partner.organizationId]));
  expect(ids(await readAll(admin))).toEqual(ids(rows));
  const strangers = rows.filter(({ isOther }) => isOther);
  expect(strangers.map(({ user, address, roles }) => [user, address, roles])).toEqual(
    strangers.map(() => [null, '', []]),
  );
  expect((await read(auditor, `organizationId=${acme.organizationId}`)).entries).toEqual([]);
  for (const query of [`userId=${acme.members.portal.userId}`, `person=${acme.members.portal.email}`])
    expect((await read(auditor, query)).entries).toEqual([]);
  const leaver = await world.seed.user(partner.organizationId, 'wombat', ['ROLE_COMPANY_USER']);
  await world.allShown();
  await world.signIn(leaver);
  const called = { id: 0, firstname: 'Wombat', lastname: 'Leaver', phoneNumber: '' };
  await world.shown((await world.ask(leaver, 'POST', '/api/user', { json: called })).body.position);
  expect(await file(auditor, 'format=jsonl')).toContain('Wombat');
  const moved = { id: leaver.userId, organizationId: acme.organizationId };
  const { status, body } = await world.ask(acme.members.portal, 'POST', '/api/user', { json: moved });
  expect(status, JSON.stringify(body)).toBe(200);
  await world.allShown();
  const left = await file(auditor, 'format=jsonl');
  expect(left).toContain(`"user":{"id":${leaver.userId},"name":""`);
  expect(left).not.toContain('Wombat');
  expect(await file(acme.members.auditor, `format=jsonl&userId=${leaver.userId}`)).toContain('Wombat');
  const [foreign] = (await read(acme.members.auditor, 'search=harbour')).entries;
  expect((await world.ask(auditor, 'GET', `/api/audit/entry/${foreign?.id}`)).status).toBe(404);
  expect(await file(auditor, 'format=jsonl')).not.toContain('Harbour');
});

it('E5: a search for an erased person finds nothing', async () => {
  const { acme } = world;
  const { auditor, portal } = acme.members;
  const gone = await world.seed.user(acme.organizationId, 'quetzal', ['ROLE_COMPANY_USER']);
  await world.allShown();
  await world.signIn(gone);
  const found = async (words: string) => (await read(auditor, `person=${encodeURIComponent(words)}`)).total;
  const send = async (who: Member, method: string, path: string, json?: object) => {
    const { status, body } = await world.ask(who, method, path, json ? { json } : {});
    expect(status, JSON.stringify(body)).toBe(200);
    await world.shown(body.position);
  };
  await send(gone, 'POST', '/api/user', { id: 0, firstname: 'Quetzal', lastname: 'Coatl', phoneNumber: '' });
  expect(await found('quetzal coatl')).toBe(1);
  expect(await found(gone.email)).toBe(1);
  const [{ address = '' } = {}] = (await read(auditor, `userId=${gone.userId}`)).entries;
  const byAddress = `userId=${gone.userId}&address=${encodeURIComponent(address)}`;
  expect(address).not.toBe('');
  expect((await read(auditor, byAddress)).total).toBeGreaterThan(0);
  await send(portal, 'DELETE', `/api/user?id=${gone.userId}`);
  await send(portal, 'POST', '/api/user/erase', { id: gone.userId });
  expect(await found('quetzal')).toBe(0);
  expect(await found('erased')).toBe(0);
  expect(await read(auditor, byAddress)).toMatchObject({ entries: [], total: 0 });
  const addresses = (await read(auditor, `userId=${gone.userId}`)).entries.map((entry) => entry.address);
  expect(new Set(addresses)).toEqual(new Set(['[erased]']));
  expect(await file(auditor, 'format=jsonl')).not.toMatch(/quetzal/i);
});

it('the files have all entries of the filter: CSV without formulas, and a line of JSON for each', async () => {
  const { auditor } = world.acme.members;
  const all = await readAll(auditor, 'noun=business-area');
  expect(all.length).toBeGreaterThan(60);
  const lines = (await file(auditor, 'noun=business-area&format=jsonl')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(all);
  const table = await file(auditor, 'noun=business-area');
  expect(table.trim().split('\r\n')).toHaveLength(all.length + 1);
  expect(table).toContain("'=Harbour 3");
});

it('an export has a manifest that says what was asked, by whom, and what it has, and is recorded with its hash', async () => {
  const { auditor } = world.acme.members;
  const files = await filesOf(auditor, `noun=business-area&person=${auditor.email}&format=jsonl`);
  expect(Object.keys(files)).toEqual(['audit-1.jsonl', 'manifest.json', 'SHA256SUMS']);
  const sum = (name: string) =>
    createHash('sha256')
      .update(files[name] as Uint8Array)
      .digest('hex');
  const manifest = JSON.parse(strFromU8(files['manifest.json'] as Uint8Array));
  expect(manifest).toMatchObject({
    askedBy: { userId: auditor.userId, organization: 'Acme' },
    entriesOf: 'all organizations',
    query: { noun: 'business-area', person: auditor.email },
    format: 'jsonl',
    entries: 0,
    files: [{ name: 'audit-1.jsonl', entries: 0, bytes: 0, sha256: sum('audit-1.jsonl') }],
  });
  expect(strFromU8(files.SHA256SUMS as Uint8Array)).toBe(
    `${sum('audit-1.jsonl')}  audit-1.jsonl\n${sum('manifest.json')}  manifest.json\n`,
  );
  const [completed, begun] = await exportsOf(auditor);
  expect(completed).toMatchObject({
    type: 'AuditExportCompleted',
    values: { entries: 0, manifest: sum('manifest.json') },
  });
  expect(`audit-export-${completed?.thing}`).toBe(manifest.export);
  expect(begun).toMatchObject({
    type: 'AuditExportBegun',
    act: 'exported',
    rule: 'audit.list',
    thing: completed?.thing,
  });
  // What was typed can name somebody: it is in no entry.
  expect(JSON.stringify(begun)).not.toContain(auditor.email);
});

it('an export whose reader goes away is recorded as broken off', async () => {
  const { portal } = world.acme.members;
  const before = await exportsOf(portal);
  const { body } = await download(portal, 'format=csv');
  await body?.cancel();
  const types = async () => (await exportsOf(portal)).slice(0, -before.length || undefined).map(({ type }) => type);
  await within(300, async () => expect(await types()).toEqual(['AuditExportBrokenOff', 'AuditExportBegun']));
});

it('a HEAD exports nothing', async () => {
  const { auditor } = world.acme.members;
  const before = (await exportsOf(auditor)).length;
  expect(await world.ask(auditor, 'HEAD', '/api/audit/export')).toMatchObject({ status: 200, body: { text: '' } });
  expect(await exportsOf(auditor)).toHaveLength(before);
});

it('another site makes nobody export', async () => {
  const { auditor } = world.acme.members;
  const headers = { 'sec-fetch-site': 'cross-site' };
  const { status } = await world.ask(auditor, 'GET', '/api/audit/export', { headers });
  expect(status).toBe(403);
});
