import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userDecider } from '#domain/user/decider.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const noticesOf = async (who: Member, query = '') => {
  const { status, body } = await world.ask(who, 'GET', `/api/notices${query}`);
  expect(status).toBe(200);
  return body as { notices: { id: string; kind: string; read: boolean }[]; total: number };
};
const unreadOf = async (who: Member) => (await world.ask(who, 'GET', '/api/notices/unread')).body.unread;
const read = (who: Member, json: object) => world.ask(who, 'POST', '/api/notices/read', { json });

const post = async (who: Member, target: string, json: object) => {
  const { status, body } = await world.ask(who, 'POST', target, { json });
  expect(status).toBe(200);
  await world.shown(body.position);
  return body;
};

/** Requests access to an API for the person's organization, and denies it. */
const denied = async (who: Member, organizationId: number, productId: number, note: string) => {
  const asked = await post(who, '/api/request-access', { organizationId, productId, reason: 'We show orders' });
  const { portal } = world.acme.members;
  await post(portal, '/api/deny-api-access-request', { apiAccessRequestId: asked.id, note });
  return asked.id;
};

const newApi = async (name: string) => {
  const { organizationId, applicationId } = world.acme;
  const apiId = await world.seed.api(organizationId, applicationId, name);
  await world.allShown();
  return apiId;
};

describe('the result of a request', () => {
  it('is a notice for the person who asked, until they have read it', async () => {
    const { organizationId, members } = world.partner;
    const apiId = await newApi('Returns');
    await denied(members.user, organizationId, apiId, 'Sign the contract first');

    expect(await unreadOf(members.user)).toBe(1);
    const [told] = (await noticesOf(members.user)).notices;
    expect(told).toMatchObject({
      kind: 'access-denied',
      read: false,
      note: 'Sign the contract first',
      api: { id: apiId, name: 'Returns', deleted: false },
      operation: null,
      issue: null,
    });
    for (const somebody of [members.admin, members.owner, world.acme.members.user, world.acme.members.portal])
      expect((await noticesOf(somebody)).notices.map(({ id }) => id)).not.toContain(told?.id);

    // Another person can't mark it as read.
    expect((await read(members.admin, { ids: [told?.id] })).status).toBe(200);
    expect(await unreadOf(members.user)).toBe(1);
    expect((await read(members.user, { ids: [told?.id] })).status).toBe(200);
    expect(await unreadOf(members.user)).toBe(0);
    expect((await noticesOf(members.user)).notices).toMatchObject([{ read: true }]);
    expect((await noticesOf(members.user, '?unread=true')).total).toBe(0);
    // Reading twice counts once.
    expect((await read(members.user, {})).status).toBe(200);
    expect((await world.pool.query('select count(*)::integer as n from notice_reads')).rows).toEqual([{ n: 1 }]);
  });

  it('is in the list of own requests, which only that person sees', async () => {
    const { organizationId, members } = world.partner;
    const apiId = await newApi('Refunds');
    const id = await denied(members.owner, organizationId, apiId, 'No');
    const form = new FormData();
    form.set('title', 'It is slow');
    form.set('description', 'Very');
    expect((await world.ask(members.owner, 'POST', '/api/user/reportIssue', { body: form })).status).toBe(200);
    await world.allShown();

    const mine = await world.ask(members.owner, 'GET', '/api/my-requests');
    expect(mine.body).toMatchObject({
      total: 2,
      requests: [
        { kind: 'issue', state: 'open', subject: 'It is slow', api: null },
        { id: `access-${id}`, kind: 'access', state: 'denied', note: 'No', api: { id: apiId, name: 'Refunds' } },
      ],
    });
    expect((await world.ask(members.owner, 'GET', '/api/my-requests?kind=issue')).body).toMatchObject({ total: 1 });
    expect((await world.ask(members.auditor, 'GET', '/api/my-requests')).body).toMatchObject({ total: 0 });
  });
});

describe("a notice about another organization's thing", () => {
  it('is shown only while the person may know it', async () => {
    const { partner, seed } = world;
    const admin = await seed.user(world.acme.organizationId, 'gone', ['ROLE_PORTAL_ADMIN']);
    await world.allShown();
    await world.signIn(admin);
    const apiId = await newApi('Claims');
    const { deploymentId } = await seed.deployment(
      apiId,
      world.publicGatewayId,
      'deployed',
      {},
      world.acme.organizationId,
    );
    await world.allShown();
    const key = await post(admin, '/api/kong/add-consumer', {
      deploymentId,
      apiModelId: apiId,
      organizationId: partner.organizationId,
    });
    const grant = (await world.pool.query('select id from access_grants where api_id = $1', [apiId])).rows[0].id;
    const revoked = await world.ask(world.acme.members.portal, 'DELETE', `/api/api-access/${grant}`);
    expect(key.operationId).toBeDefined();
    await world.shown(revoked.body.position);

    expect((await noticesOf(admin)).notices).toMatchObject([{ kind: 'access-revoked', api: { name: 'Claims' } }]);
    // The person whose access it was.
    expect((await noticesOf(partner.members.admin)).notices).toMatchObject([{ kind: 'access-revoked' }]);

    const command = { type: 'ChangeRoles', data: { roles: ['ROLE_COMPANY_USER'] } } as const;
    await world.shown(await seed.send(userDecider, admin.userId, command));
    expect((await noticesOf(admin)).notices).toEqual([]);
    expect(await unreadOf(admin)).toBe(0);
  });

  it('does not name the organization', async () => {
    const { partner, acme } = world;
    for (const member of Object.values(partner.members)) {
      const text = JSON.stringify((await world.ask(member, 'GET', '/api/notices')).body);
      expect(text).not.toContain(`"${acme.name}"`);
      expect(text).not.toContain(acme.consumer.operationId);
    }
  });
});

it('shows a failure with its reason, and a reminder only when its time has come', async () => {
  const { members, apiId, deployed, organizationId } = world.acme;
  const { body } = await world.ask(members.user, 'POST', `/api/codegen/${apiId}`, {
    json: { type: 'client', lang: 'axios', modelPackage: 'acme.model', apiPackage: 'acme.api' },
  });
  await world.seed.finish(String(body.operationId), 'failed');
  await world.allShown();
  expect((await noticesOf(members.user)).notices).toMatchObject([
    {
      kind: 'operation-failed',
      operation: {
        id: body.operationId,
        kind: 'generate-code',
        subject: 'client/axios',
        problems: [{ code: 'gateway.refused', field: 'upstreamUrl' }],
      },
    },
  ]);
  const key = await world.seed.consumer(deployed.deploymentId, apiId, organizationId);
  await world.shown(key.position);
  const before = await unreadOf(members.admin);
  const rotated = await world.ask(members.admin, 'POST', `/api/consumer/${key.consumerId}/rotation`, {
    json: { overlapMinutes: 7 * 24 * 60 },
  });
  expect(rotated.status).toBe(200);
  await world.shown(rotated.body.position);
  expect((await world.pool.query("select 1 from notices where kind = 'key-ending'")).rowCount).toBeGreaterThan(0);
  expect(await unreadOf(members.admin)).toBe(before);
});

it('is read with the index by person, also among many', async () => {
  const { pool } = world;
  const { rows: tables } = await pool.query(
    "select 'read.notices_v' || max(generation) as name from generations where 'notices' = any(tables)",
  );
  const owner = tables[0].name as string;
  await pool.query(
    `insert into ${owner} (id, user_id, kind, at, organization_id, subject, object, others, keys, by_user_id)
     select gen_random_uuid(), 100000 + n % 500, 'issue-closed', now() - n * interval '1 second', 1, '', '', 0, 0, 0
     from generate_series(1, 20000) n`,
  );
  await pool.query(`analyze ${owner}`);
  const { rows } = await pool.query(
    `explain select * from notices where user_id = 100007 and at <= now() order by at desc limit 20`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index');
  expect(plan).not.toContain('Seq Scan');
});

it('an outage is shown to those who run the gateways while it lasts: since when, and how many operations wait', async () => {
  const outagesOf = async (who: Member) => (await world.ask(who, 'GET', '/api/notices/unread')).body.outages;
  const { portal, gateway, support, user } = world.acme.members;
  expect(await outagesOf(portal)).toEqual([]);
  const resource = `gateway-${world.publicGatewayId}`;
  await world.pool.query(`insert into gateway_outages (resource, since) values ($1, '2026-11-26T08:00:00Z')`, [
    resource,
  ]);
  await world.pool.query(
    `insert into waiting_operations (operation_id, resource, job, removal, requested_at)
     select gen_random_uuid(), $1, '{}', false, now() from generate_series(1, 3)`,
    [resource],
  );
  const shown = [{ gateway: 'Public gateway', since: '2026-11-26T08:00:00.000Z', waiting: 3 }];
  for (const who of [portal, gateway, support]) expect(await outagesOf(who)).toEqual(shown);
  for (const who of [user, world.partner.members.admin]) expect(await outagesOf(who)).toEqual([]);
  await world.pool.query('delete from gateway_outages');
  expect(await outagesOf(portal)).toEqual([]);
});
