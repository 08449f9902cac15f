import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessGrantListQuery } from '#domain/access/schema.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { readAccessGrants } from './access-grants.ts';
import { newGrant } from './examples.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const newApi = async (name: string) => {
  const apiId = await world.seed.api(world.acme.organizationId, world.acme.applicationId, name);
  const shows = async () => (await world.ask(world.acme.members.user, 'GET', `/api/api-detail/${apiId}`)).status;
  await vi.waitFor(async () => expect(await shows()).toBe(200), 10_000);
  return apiId;
};
const ask = (productId: number, more: Record<string, unknown> = {}, who: Member = world.partner.members.user) =>
  world.ask(who, 'POST', '/api/request-access', {
    json: { organizationId: world.partner.organizationId, productId, ...more },
  });
const decide = (verb: 'approve' | 'deny', apiAccessRequestId: unknown, note?: string) =>
  world.ask(world.acme.members.portal, 'POST', `/api/${verb}-api-access-request`, {
    json: { apiAccessRequestId, ...(note === undefined ? {} : { note }) },
  });
const lastRequest = async (apiId: number, who: Member = world.partner.members.admin) =>
  await world.ask(who, 'GET', `/api/request-access?apiId=${apiId}&orgId=${world.partner.organizationId}`);
const grantsOf = async () =>
  (await world.ask(world.partner.members.user, 'GET', `/api/available-api-access/${world.partner.organizationId}`))
    .body as unknown as { id: number; apiName: string; keys: number }[];
const eventsOf = async (apiId: number) =>
  (await world.services.store.read(`access-${accessIdOf(apiId, world.partner.organizationId)}`)).map(
    ({ type }) => type,
  );

describe('asking for access', () => {
  it('makes one request, which both sides see with its reason', async () => {
    const apiId = await newApi('Asked');
    expect((await lastRequest(apiId)).body).toBeNull();
    const { status, body } = await ask(apiId, { reason: '  We show balances. ' });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'NEW', position: expect.any(String) } });
    await world.shown(body.position);
    const row = {
      id: body.id,
      type: 'api',
      productId: apiId,
      apiName: 'Asked',
      organizationName: 'Partner',
      createdBy: world.partner.members.user.userId,
      firstname: 'Partner-user',
      reason: 'We show balances.',
      status: 'NEW',
      approved: false,
      denied: false,
      note: '',
      decidedAt: null,
      decidedBy: null,
    };
    expect((await lastRequest(apiId)).body).toMatchObject(row);
    const all = await world.ask(world.acme.members.portal, 'GET', '/api/request-access/all?search=BALANCES');
    expect(all.body).toMatchObject({ requests: [row], total: 1, page: 0 });
  });

  it('makes one request when two tabs and a colleague ask at the same time', async () => {
    const apiId = await newApi('Clicked twice');
    const { user, admin, owner } = world.partner.members;
    const responses = await Promise.all([
      ask(apiId, {}, user),
      ask(apiId, {}, user),
      ask(apiId, {}, admin),
      ask(apiId, {}, owner),
    ]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    // Two colleagues joined, each with a reason of their own.
    expect(await eventsOf(apiId)).toEqual(['ApiAccessRequested', 'ApiAccessRequestJoined', 'ApiAccessRequestJoined']);
  });

  it.each<[string, Record<string, unknown>, string, string, string]>([
    [
      'no organization',
      { organizationId: undefined },
      'organizationId',
      'access.organization-required',
      'Organization is required',
    ],
    ['no API', { productId: undefined }, 'productId', 'access.api-required', 'API is required'],
    [
      'a reason of 1001 characters',
      { reason: 'r'.repeat(1001) },
      'reason',
      'access.text-too-long',
      'At most 1000 characters',
    ],
    ['a status of its own (B2)', { status: 'APPROVED' }, 'status', 'field.unknown', 'This field is not known'],
  ])('is refused with %s', async (_what, changes, field, code, message) => {
    const before = await world.countEvents();
    expect(await ask(world.acme.apiId, changes)).toMatchObject({
      status: 400,
      body: { code, errors: [{ field, code, message }] },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('is not possible while the API is being deleted, and nothing is approved then', async () => {
    const apiId = await newApi('Going');
    const asked = await ask(apiId);
    await world.shown(asked.body.position);
    const deletion = await world.ask(world.acme.members.owner, 'DELETE', `/api/swaggers/${apiId}`);
    await world.shown(deletion.body.position);
    const refusal = { status: 409, body: { code: 'api.deleting', detail: 'This API is being deleted' } };
    expect(await ask(apiId, {}, world.partner.members.admin)).toMatchObject(refusal);
    expect(await decide('approve', asked.body.id)).toMatchObject(refusal);
    expect(await decide('deny', asked.body.id)).toMatchObject({ status: 200 });
  });

  it('gets 404 for an API that does not exist', async () => {
    expect((await ask(2_000_000_000)).status).toBe(404);
  });

  it('is not needed by an internal organization for its own API', async () => {
    const response = await world.ask(world.acme.members.user, 'POST', '/api/request-access', {
      json: { organizationId: world.acme.organizationId, productId: world.acme.apiId },
    });
    expect(response).toMatchObject({ status: 409, body: { code: 'access.not-needed' } });
  });
});

describe('the last day of a grant', () => {
  const approve = (apiAccessRequestId: unknown, endsOn: unknown) =>
    world.ask(world.acme.members.portal, 'POST', '/api/approve-api-access-request', {
      json: { apiAccessRequestId, endsOn },
    });
  const changeEnd = (id: unknown, json: object) =>
    world.ask(world.acme.members.portal, 'PUT', `/api/api-access/${id}/end`, { json });
  const lastDayOf = async (id: unknown) =>
    (await grantsOf()).find((grant) => grant.id === id) as unknown as { endsOn: string | null };

  it('is given with the approval and changed later, as it was seen', async () => {
    const asked = await ask(await newApi('For a while'));
    await world.shown(asked.body.position);
    const fault = (code: string) => ({ status: 400, body: { errors: [{ field: 'endsOn', code }] } });
    expect(await approve(asked.body.id, '2020-01-01')).toMatchObject(fault('access.end-past'));
    expect(await approve(asked.body.id, '2099-02-30')).toMatchObject(fault('access.end-not-a-day'));
    expect(await approve(asked.body.id, '31.12.2099')).toMatchObject(fault('access.end-not-a-day'));
    const { body, status } = await approve(asked.body.id, '2099-12-31');
    expect(status).toBe(200);
    await world.shown(body.position);
    expect(await lastDayOf(body.grantId)).toMatchObject({ endsOn: '2099-12-31' });
    // Today is not over.
    const today = world.services.now().toISOString().slice(0, 10);
    const changed = await changeEnd(body.grantId, { endsOn: today, seen: '2099-12-31' });
    expect(changed.status).toBe(200);
    expect(await changeEnd(body.grantId, { endsOn: null, seen: '2099-12-31' })).toMatchObject({
      status: 409,
      body: { code: 'access.end-changed' },
    });
    expect((await changeEnd(body.grantId, { endsOn: null, seen: today })).status).toBe(200);
    await world.allShown();
    expect(await lastDayOf(body.grantId)).toMatchObject({ endsOn: null });
    expect((await changeEnd(2_000_000_000, { endsOn: null, seen: null })).status).toBe(404);
  });
});

it('lists what nobody used for 90 days, what was never used first', async () => {
  const { acme, partner, publicGatewayId, seed, services } = world;
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  const used: readonly [name: string, at: Date | undefined][] = [
    ['Used of late', day(10)],
    ['Used long ago', day(0)],
    ['Never used', undefined],
  ];
  for (const [name, at] of used) {
    const apiId = await newApi(name);
    await newGrant(world, partner, apiId);
    const place = [apiId, publicGatewayId, 'deployed', { environment: 'TEST' }, acme.organizationId] as const;
    const { deploymentId } = await seed.deployment(...place);
    const { consumerId } = await seed.consumer(deploymentId, apiId, partner.organizationId);
    if (at) await world.pool.query('insert into credential_uses values ($1, 1, $2)', [consumerId, at]);
  }
  await world.allShown();
  const unused = async (now: Date) => {
    const query = accessGrantListQuery.parse({ use: 'unused', sort: 'lastUsed', order: 'asc' });
    const { grants } = await readAccessGrants(services.db, query, 100, now, undefined);
    return grants.map(({ apiName }) => apiName).filter((name) => used.some(([one]) => one === name));
  };
  expect(await unused(day(89))).toEqual([]);
  expect(await unused(day(91))).toEqual(['Never used', 'Used long ago']);
  expect(await unused(day(101))).toEqual(['Never used', 'Used long ago', 'Used of late']);
});

describe('what a decision rests on', () => {
  const factsOf = (id: unknown) => world.ask(world.acme.members.portal, 'GET', `/api/request-access/${id}/facts`);

  it('is where the API is deployed, what the organization has, and an earlier denial', async () => {
    const [apiId, given] = [await newApi('Weighed'), await newApi('Given before')];
    const { seed, publicGatewayId, acme } = world;
    for (const [environment, state] of [
      ['PROD', 'deployed'],
      ['DEV', 'deploying'],
      ['TEST', 'failed'],
    ] as const)
      await seed.deployment(apiId, publicGatewayId, state, { environment }, acme.organizationId);
    const other = (await ask(given)).body;
    await world.shown(other.position);
    await world.shown((await decide('approve', other.id)).body.position);
    const first = (await ask(apiId)).body;
    await world.shown(first.position);
    await world.allShown();
    const before = (await factsOf(first.id)).body;
    expect(before).toMatchObject({ own: false, external: true, environments: ['DEV', 'PROD'], denied: null });
    expect((before.granted as { names: string[] }).names).toContain('Given before');
    await world.shown((await decide('deny', first.id, 'Not this year')).body.position);
    const again = (await ask(apiId)).body;
    await world.shown(again.position);
    expect((await factsOf(again.id)).body).toMatchObject({
      denied: { note: 'Not this year', by: expect.stringContaining('Acme-portal'), at: expect.any(String) },
    });
  });

  it('is known of requests only', async () => {
    expect((await factsOf(999_999)).status).toBe(404);
  });
});

describe('deciding', () => {
  it.each(['approve', 'deny'] as const)('is for another administrator when one asked too: %s', async (verb) => {
    const { portal } = world.acme.members;
    const apiId = await newApi(`Wanted by who decides, ${verb}`);
    const asked = (await ask(apiId)).body;
    await world.shown((await ask(apiId, {}, portal)).body.position);
    await world.allShown();
    const facts = await world.ask(portal, 'GET', `/api/request-access/${asked.id}/facts`);
    expect(facts.body).toMatchObject({ own: true });
    expect(await decide(verb, asked.id)).toMatchObject({ status: 409, body: { code: 'access.own-request' } });
    expect((await lastRequest(apiId)).body).toMatchObject({ status: 'NEW' });
  });

  it('shows the note of a denial to the requester, who may ask again', async () => {
    const apiId = await newApi('Denied');
    const asked = await ask(apiId);
    await world.shown(asked.body.position);
    const denied = await decide('deny', asked.body.id, 'Sign the contract first.');
    expect(denied).toMatchObject({ status: 200, body: { apiAccessRequestId: asked.body.id } });
    await world.shown(denied.body.position);
    expect((await lastRequest(apiId)).body).toMatchObject({
      status: 'DENIED',
      denied: true,
      note: 'Sign the contract first.',
      decidedAt: expect.any(String),
    });
    const again = await ask(apiId);
    expect(again.status).toBe(200);
    expect(again.body.id).not.toBe(asked.body.id);
  });

  it('grants access once by an approval', async () => {
    const apiId = await newApi('Approved');
    const asked = await ask(apiId);
    await world.shown(asked.body.position);
    const [first, second] = await Promise.all([decide('approve', asked.body.id), decide('deny', asked.body.id)]);
    const responses = [first, second].map(({ status }) => status).sort();
    expect(responses).toEqual([200, 409]);
    const loser = first.status === 409 ? first : second;
    expect(loser.body).toMatchObject({ code: 'access.decided-already' });
    const apiId2 = await newApi('Approved alone');
    const alone = await ask(apiId2);
    await world.shown(alone.body.position);
    const approved = await decide('approve', alone.body.id, 'Welcome');
    await world.shown(approved.body.position);
    expect(await eventsOf(apiId2)).toEqual(['ApiAccessRequested', 'ApiAccessApproved', 'ApiAccessGranted']);
    expect(await grantsOf()).toContainEqual(
      expect.objectContaining({ id: approved.body.grantId, apiName: 'Approved alone', keys: 0 }),
    );
    expect(await ask(apiId2)).toMatchObject({ status: 409, body: { code: 'access.granted-already' } });
    expect((await decide('approve', alone.body.id)).status).toBe(409);
  });

  it('gets 404 for a request that does not exist', async () => {
    expect((await decide('approve', 2_000_000_000)).status).toBe(404);
  });
});

describe('access', () => {
  const addKey = (
    who: Member,
    apiModelId: number,
    deploymentId: number,
    organizationId = world.partner.organizationId,
  ) => world.ask(who, 'POST', '/api/kong/add-consumer', { json: { deploymentId, apiModelId, organizationId } });

  it('is not given with a key by whoever asked for it', async () => {
    const apiId = await newApi('Wanted by who adds a key');
    const { deploymentId } = await world.seed.deployment(apiId, world.publicGatewayId);
    await ask(apiId, {}, world.acme.members.portal);
    await world.allShown();
    const refusal = { status: 409, body: { code: 'access.own-request' } };
    expect(await addKey(world.acme.members.portal, apiId, deploymentId)).toMatchObject(refusal);
  });

  it('gives the organization deployments and keys until it is revoked', async () => {
    const apiId = await newApi('Opened');
    const { deploymentId, position } = await world.seed.deployment(apiId, world.publicGatewayId);
    await world.shown(position);
    const { user, portal } = { user: world.partner.members.user, portal: world.acme.members.portal };
    const seen = async () =>
      (await world.ask(user, 'GET', `/api/api-detail/${apiId}`)).body as {
        deployments: unknown[];
        hasAccess: boolean;
        may: Record<string, boolean>;
      };
    expect(await seen()).toMatchObject({
      deployments: [],
      hasAccess: false,
      may: { addKey: false, requestAccess: true },
    });
    expect((await addKey(user, apiId, deploymentId)).status).toBe(404);
    const asked = await ask(apiId);
    await world.shown(asked.body.position);
    const approved = await decide('approve', asked.body.id);
    await world.shown(approved.body.position);
    expect(await seen()).toMatchObject({
      deployments: [{ id: deploymentId }],
      hasAccess: true,
      may: { addKey: true, requestAccess: false },
    });
    const added = await addKey(user, apiId, deploymentId);
    expect(added.status).toBe(200);
    await world.shown(added.body.position);
    expect((await grantsOf()).find(({ id }) => id === approved.body.grantId)).toMatchObject({ keys: 1 });
    const revoked = await world.ask(portal, 'DELETE', `/api/api-access/${approved.body.grantId}`);
    expect(revoked).toMatchObject({ status: 200, body: { entityId: approved.body.grantId } });
    await world.shown(revoked.body.position);
    expect(await seen()).toMatchObject({ hasAccess: false, may: { addKey: false, requestAccess: true } });
    expect((await addKey(user, apiId, deploymentId)).status).toBeGreaterThanOrEqual(403);
    expect((await world.ask(portal, 'DELETE', `/api/api-access/${approved.body.grantId}`)).status).toBe(404);
    expect(await grantsOf()).not.toContainEqual(expect.objectContaining({ id: approved.body.grantId }));
  });

  it('is granted when an administrator gives an external organization a key', async () => {
    const apiId = await newApi('Given');
    const { deploymentId, position } = await world.seed.deployment(apiId, world.publicGatewayId);
    await world.shown(position);
    const asked = await ask(apiId);
    const added = await addKey(world.acme.members.gateway, apiId, deploymentId);
    expect([asked.status, added.status]).toEqual([200, 200]);
    expect(await eventsOf(apiId)).toEqual(['ApiAccessRequested', 'ApiAccessApproved', 'ApiAccessGranted']);
    const key = (await world.services.store.read(`consumer-${added.body.entityId}`))[0];
    const grant = (await world.services.store.read(`access-${accessIdOf(apiId, world.partner.organizationId)}`)).at(-1);
    expect(key?.data).toMatchObject({ grantId: (grant as unknown as { data: { grantId: number } }).data.grantId });
  });

  it('is not needed when a maintainer gives an internal organization a key', async () => {
    const { deployed, apiId, organizationId, members } = world.acme;
    const added = await addKey(members.owner, apiId, deployed.deploymentId, organizationId);
    const [key] = await world.services.store.read(`consumer-${added.body.entityId}`);
    expect(key?.data).toMatchObject({ grantId: null });
    expect(await world.services.store.read(`access-${accessIdOf(apiId, organizationId)}`)).toEqual([]);
  });
});

describe('the lists of the administrators', () => {
  it('filter, sort and page', async () => {
    const { portal } = world.acme.members;
    const filter = async (json: Record<string, unknown>) =>
      (await world.ask(portal, 'POST', '/api/request-access/filter', { json })).body as {
        requests: { status: string; apiName: string }[];
        total: number;
      };
    const { requests } = await filter({ status: 'DENIED', sort: 'apiName', order: 'asc' });
    expect(requests.length).toBeGreaterThan(0);
    expect(new Set(requests.map(({ status }) => status))).toEqual(new Set(['DENIED']));
    expect(await filter({ organizationId: world.acme.organizationId })).toMatchObject({ requests: [], total: 0 });
    const names = (await filter({ sort: 'apiName', order: 'desc' })).requests.map(({ apiName }) =>
      apiName.toLowerCase(),
    );
    expect(names).toEqual([...names].sort().reverse());
    expect((await world.ask(portal, 'GET', '/api/all-api-access?sort=secret')).status).toBe(400);
    expect((await world.ask(portal, 'GET', '/api/all-api-access?search=partner&sort=keys')).body).toMatchObject({
      grants: expect.arrayContaining([expect.objectContaining({ organizationName: 'Partner' })]),
    });
  });

  it('L1: are saved as CSV without formulas', async () => {
    const apiId = await newApi('=SUM(A1)');
    await world.shown((await ask(apiId, { reason: '@cmd' })).body.position);
    const { body, headers } = await world.ask(
      world.acme.members.portal,
      'GET',
      '/api/request-access/all/download?search=sum',
    );
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(String(body.text)).toContain("API,'=SUM(A1),Partner,");
    expect(String(body.text)).toContain("'@cmd");
  });
});
