import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import type { InboxPage } from '#domain/inbox/schema.ts';
import type { ReviewLineRow, ReviewRoundDetail } from '#domain/review-round/schema.ts';
import { physicalName } from '#projections/engine/table.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, publicUrl, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

let world: BffWorld;
/** Access of Partner to Acme's API. */
let grantId: number;
let round: number;
beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner } = world;
  grantId = await newId(world.pool, 'access-grant');
  const pair = { apiId: acme.apiId, organizationId: partner.organizationId };
  await world.seed.send(accessDecider, accessIdOf(pair.apiId, pair.organizationId), {
    type: 'GrantAccess',
    data: { grantId, ...pair },
  });
  const started = await ask(acme.members.auditor, 'POST', '/api/review-rounds', { dueOn: '2099-12-31' });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  round = Number(started.body.id);
});
afterAll(() => world.close());

const ask = async (who: Member, method: string, target: string, json?: object, headers = {}) => {
  await world.allShown();
  return await world.ask(who, method, target, { ...(json && { json }), headers });
};
const linesOf = async (who: Member, query = '') =>
  (await ask(who, 'GET', `/api/review-round/${round}/lines?${query}`)).body as unknown as {
    lines: ReviewLineRow[];
    total: number;
  };
const roundOf = async (who: Member) =>
  (await ask(who, 'GET', `/api/review-round/${round}`)).body as unknown as ReviewRoundDetail;
const decide = (who: Member, verdict: 'kept' | 'revoked', lines: readonly ReviewLineRow[], reason = 'As agreed') =>
  ask(who, 'POST', `/api/review-round/${round}/decisions`, { lines: lines.map(({ line }) => line), verdict, reason });
const reviewsIn = async (who: Member) =>
  ((await ask(who, 'GET', '/api/inbox?kind=review')).body as unknown as InboxPage).waiting;

describe('a review of access', () => {
  it('lists access, keys and roles that stand, each with its last use, and no role that everybody has', async () => {
    const { lines } = await linesOf(world.acme.members.auditor);
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['api-access', 'key', 'role']));
    expect(lines.filter(({ role }) => role === 'ROLE_COMPANY_USER')).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'api-access', organizationId: world.partner.organizationId, lastUsed: null }),
    );
    // What was given a moment ago is not called unused, although nobody has used it.
    expect(lines.filter(({ unused }) => unused)).toEqual([]);
  });

  it('is not started a second time while it is open, nor until a day that is over', async () => {
    const start = (dueOn: string) => ask(world.acme.members.auditor, 'POST', '/api/review-rounds', { dueOn });
    expect(await start('2099-12-31')).toMatchObject({ status: 409, body: { code: 'review-round.open-already' } });
    expect(await start('2020-01-01')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'dueOn', code: 'review-round.due-past' }] },
    });
  });

  it('shows a company its own lines only, and lets its administrator decide no role beyond the company', async () => {
    const { partner, acme } = world;
    const { lines, total } = await linesOf(partner.members.admin);
    expect(total).toBeLessThan((await linesOf(acme.members.auditor)).total);
    expect(new Set(lines.map(({ organizationId }) => organizationId))).toEqual(new Set([partner.organizationId]));
    const beyond = lines.filter(({ role }) => role !== null && role !== 'ROLE_COMPANY_ADMIN');
    expect(beyond.length).toBeGreaterThan(0);
    expect(beyond.some(({ decidable }) => decidable)).toBe(false);
    expect((await decide(partner.members.admin, 'revoked', beyond.slice(0, 1))).status).toBe(404);
    const others = (await linesOf(acme.members.auditor)).lines.filter(
      ({ organizationId }) => organizationId === acme.organizationId,
    );
    expect((await decide(partner.members.admin, 'kept', others.slice(0, 1))).status).toBe(404);
    // Readers without a decision read only.
    expect((await linesOf(acme.members.auditor)).lines.some(({ decidable }) => decidable)).toBe(false);
  });

  it('is in the inbox of those who decide, due on its day, and in nobody else’s', async () => {
    const { acme, partner } = world;
    expect(await reviewsIn(acme.members.portal)).toMatchObject([
      { key: String(round), due: '2099-12-31T23:59:59.999Z', overdue: false },
    ]);
    expect(await reviewsIn(partner.members.admin)).toHaveLength(1);
    expect(await reviewsIn(acme.members.auditor)).toEqual([]);
    expect(await reviewsIn(acme.members.gateway)).toEqual([]);
    const mine = await linesOf(partner.members.admin, 'mine=yes');
    expect(mine.total).toBe((await roundOf(partner.members.admin)).waiting);
    expect(mine.lines.every(({ decidable }) => decidable)).toBe(true);
  });

  it('lets nobody decide about their own role, and needs a reason', async () => {
    const { portal } = world.acme.members;
    const { lines } = await linesOf(portal, 'search=portal');
    const own = lines.filter(({ role, name }) => role === 'ROLE_PORTAL_ADMIN' && name.startsWith('Acme-portal'));
    const { status, body } = await decide(portal, 'kept', own);
    expect({ status, ...body }).toMatchObject({
      status: 200,
      decided: [],
      left: own.map(({ line }) => ({ line, code: 'review-round.own-role' })),
    });
    expect(await decide(portal, 'kept', lines.slice(0, 1), '  ')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reason', code: 'review-round.reason-required' }] },
    });
  });

  it('revokes access by the command that always does, and the same click twice decides once', async () => {
    const { admin } = world.partner.members;
    const access = (await linesOf(admin, 'kind=api-access')).lines;
    const target = `/api/review-round/${round}/decisions`;
    const json = { lines: access.map(({ line }) => line), verdict: 'revoked', reason: 'We left this API' };
    const key = { 'idempotency-key': 'one-click-of-a-review' };
    const first = await ask(admin, 'POST', target, json, key);
    expect(first).toMatchObject({ status: 200, body: { decided: json.lines, left: [], closed: false } });
    expect((await ask(admin, 'POST', target, json, key)).body).toEqual(first.body);
    const { rows } = await world.pool.query('select revoked_by from access_grants where id = $1', [grantId]);
    expect(rows).toEqual([{ revoked_by: admin.userId }]);
    expect((await linesOf(admin, 'state=revoked')).lines).toMatchObject([
      { verdict: 'revoked', reason: 'We left this API', decidedBy: expect.stringContaining('Partner-admin') },
    ]);
    expect((await decide(world.acme.members.portal, 'kept', access)).body).toMatchObject({
      decided: [],
      left: [{ code: 'review-round.line-decided' }],
    });
  });

  it('takes a role and a key away, and says why something can’t be taken', async () => {
    const { portal, support } = world.acme.members;
    const roles = (await linesOf(portal, 'kind=role')).lines.filter(
      ({ organizationId }) => organizationId === world.acme.organizationId,
    );
    const line = roles.find(({ role }) => role === 'ROLE_SUPPORT') as ReviewLineRow;
    expect((await decide(portal, 'revoked', [line])).body).toMatchObject({ decided: [line.line], left: [] });
    await world.allShown();
    const { rows } = await world.pool.query('select roles from users where id = $1', [support.userId]);
    expect(rows).toEqual([{ roles: ['ROLE_COMPANY_USER'] }]);

    const keys = (await linesOf(portal, 'kind=key&mine=yes')).lines;
    const done = await decide(portal, 'revoked', keys);
    expect(done.status).toBe(200);
    await world.allShown();
    const removing = await world.pool.query("select id from consumers where state = 'removing'");
    expect(removing.rowCount).toBe((done.body.decided as number[]).length);
    expect(removing.rowCount).toBeGreaterThan(0);
  });

  it('gives a report that is recorded: all lines, a manifest with hashes, and only the own part to a company', async () => {
    const reportOf = async (who: Member) => {
      await world.allShown();
      const response = await world.app.request(`${publicUrl}/api/review-round/${round}/report`, {
        headers: world.credentials(who),
      });
      expect(response.status).toBe(200);
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
      return Object.fromEntries(Object.entries(files).map(([name, data]) => [name, strFromU8(data)]));
    };
    const all = await reportOf(world.acme.members.auditor);
    expect(Object.keys(all).sort()).toEqual(['SHA256SUMS', 'manifest.json', 'review.csv']);
    const manifest = JSON.parse(String(all['manifest.json']));
    const { total } = await linesOf(world.acme.members.auditor);
    expect(manifest).toMatchObject({ export: `review-round-${round}`, entries: total, entriesOf: 'all organizations' });
    expect(String(all['review.csv']).trim().split('\r\n')).toHaveLength(total + 1);
    const part = await reportOf(world.partner.members.admin);
    const own = (await linesOf(world.partner.members.admin)).total;
    expect(own).toBeLessThan(total);
    expect(String(part['review.csv']).trim().split('\r\n')).toHaveLength(own + 1);
    const made = (await world.services.store.read(`review-round-${round}`)).filter(
      ({ type }) => type === 'ReviewReportMade',
    );
    expect(made.map(({ data }) => (data as { ofOrganization: number | null }).ofOrganization)).toEqual([
      null,
      world.partner.organizationId,
    ]);
  });

  it('is closed by an auditor, after which nothing is decided and nobody is asked', async () => {
    const { auditor, portal } = world.acme.members;
    const { lines } = await linesOf(portal, 'mine=yes');
    expect(await ask(portal, 'POST', `/api/review-round/${round}/close`)).toMatchObject({ status: 403 });
    expect(await ask(auditor, 'POST', `/api/review-round/${round}/close`)).toMatchObject({ status: 200 });
    expect(await decide(portal, 'kept', lines.slice(0, 1))).toMatchObject({
      status: 409,
      body: { code: 'review-round.closed' },
    });
    expect(await reviewsIn(portal)).toEqual([]);
    expect(await roundOf(auditor)).toMatchObject({ waiting: 0, mayClose: false, closedAt: expect.any(String) });
  });
});

it('an external auditor has their own company reviewed, and what nobody used for 90 days comes first', async () => {
  const { partner, acme } = world;
  await world.allShown();
  // Given long ago, and never used since.
  const { rowCount } = await world.pool.query(
    `update ${physicalName('users', 1)} set created_at = now() - interval '91 days', last_sign_in = null where id = $1`,
    [partner.members.owningAdmin.userId],
  );
  expect(rowCount).toBe(1);
  const started = await ask(partner.members.auditor, 'POST', '/api/review-rounds', { dueOn: '2099-12-31' });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  round = Number(started.body.id);
  const { lines } = await linesOf(partner.members.auditor);
  expect(new Set(lines.map(({ organizationId }) => organizationId))).toEqual(new Set([partner.organizationId]));
  expect(lines.map(({ unused }) => unused)).toEqual(lines.map((_line, at) => at === 0));
  expect(lines[0]).toMatchObject({ role: 'ROLE_COMPANY_ADMIN', lastUsed: null });
  expect((await linesOf(partner.members.auditor, 'unused=yes')).total).toBe(1);
  // The auditors of the portal read it, and may close it.
  expect(await roundOf(acme.members.auditor)).toMatchObject({ organization: { id: partner.organizationId } });
});
