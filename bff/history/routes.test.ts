import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import type { HistoryPage } from '#domain/history/schema.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner, seed } = world;
  const requestTransformer = { ...emptyRequestTransformer, addHeaders: ['x-backend:canary-value'] };
  const config = { environment: 'PROD', ratePerMinute: 60, requestTransformer } as const;
  await seed.deployment(acme.apiId, world.publicGatewayId, 'deployed', config, acme.organizationId);
  await seed.consumer(acme.deployed.deploymentId, acme.apiId, partner.organizationId);
  const grantId = await newId(world.pool, 'access-grant');
  const { organizationId } = partner;
  await world.shown(
    await seed.send(accessDecider, accessIdOf(acme.apiId, organizationId), {
      type: 'GrantAccess',
      data: { grantId, apiId: acme.apiId, organizationId },
    }),
  );
});
afterAll(() => world.close());

const read = async (who: Member, query = '', apiId = world.acme.apiId): Promise<HistoryPage> => {
  const { status, body } = await world.ask(who, 'GET', `/api/api-history/${apiId}?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as HistoryPage;
};

const count = async (who: Member, area: string) => (await read(who, `area=${area}`)).total;

it('shows everything to people who look after the API or the portal', async () => {
  const { portal, gateway, auditor, support, owner } = world.acme.members;
  for (const who of [portal, gateway, auditor, support, owner]) {
    const { total } = await read(who);
    expect(await Promise.all(['api', 'deployment', 'key', 'access'].map((area) => count(who, area)))).toEqual([
      1, 4, 2, 1,
    ]);
    expect(total).toBe(8);
  }
});

it("shows others the history of the API and of their own organization's part", async () => {
  const { user } = world.partner.members;
  const { entries, total, api } = await read(user);
  // It has a grant, so it sees deployments. Of keys and access, it sees only its own.
  expect(total).toBe(7);
  expect(api).toEqual({ id: world.acme.apiId, name: 'Acme orders', deleted: false });
  const mine = entries.filter(({ organization }) => organization !== null);
  expect(mine.map(({ organization }) => organization?.name)).toEqual(['Partner', 'Partner']);
  expect(entries.filter(({ area }) => area === 'deployment').flatMap(({ changes }) => changes)).toEqual([]);
  expect(await count(world.acme.members.user, 'key')).toBe(1);
});

it('shows strangers only the API itself', async () => {
  const { entries } = await read(world.acme.members.user, '', world.partner.apiId);
  expect(entries.map(({ type }) => type)).toEqual(['ApiPublished']);
});

it("shows a transformer's values to people who may open the deployment, and only the names to auditors", async () => {
  const textFor = async (who: Member) => JSON.stringify(await read(who, 'area=deployment'));
  expect(await textFor(world.acme.members.owner)).toContain('x-backend:canary-value');
  const audited = await textFor(world.acme.members.auditor);
  expect(audited).toContain('ratePerMinute');
  expect(audited).toContain('x-backend');
  expect(audited).not.toContain('canary-value');
});

it('says to which gateway a deployment moves to people who may read its settings', async () => {
  const { acme, partner, seed } = world;
  const apiId = await seed.api(acme.organizationId, acme.applicationId, 'Moving');
  const [follows, id, operationId] = [
    await newId(world.pool, 'deployment'),
    await newId(world.pool, 'deployment'),
    randomId(),
  ];
  const config = { ...acme.deployed.config, contextPath: 'moving', gatewayId: world.publicGatewayId };
  await seed.send(deploymentDecider, id, {
    type: 'RequestDeployment',
    data: { deploymentId: id, operationId, apiId, config, follows },
  });
  const { organizationId } = partner;
  const grantId = await newId(world.pool, 'access-grant');
  const grant = { type: 'GrantAccess', data: { grantId, apiId, organizationId } } as const;
  await world.shown(await seed.send(accessDecider, accessIdOf(apiId, organizationId), grant));
  const gatewayFor = async (who: Member) =>
    (await read(who, 'area=deployment', apiId)).entries.map(({ values }) => values);
  expect(await gatewayFor(acme.members.portal)).toEqual([{ first: 1, gateway: expect.stringMatching(/./) }]);
  expect(await gatewayFor(partner.members.user)).toEqual([{ first: 1 }]);
});

it('can be searched by person, organization, route and key, but not by hidden values', async () => {
  const { auditor } = world.acme.members;
  const found = async (search: string) => (await read(auditor, `search=${encodeURIComponent(search)}`)).total;
  expect(await found('partner')).toBe(2);
  expect(await found('SEEDED')).toBe(2);
  expect(await found(world.acme.deployed.config.contextPath)).toBe(3);
  expect(await found('canary-value')).toBe(0);
  expect(await found('100%')).toBe(0);
});

it('is sorted and paged, and refuses an unknown order', async () => {
  const { portal } = world.acme.members;
  const times = (await read(portal, 'order=asc')).entries.map(({ happenedAt }) => happenedAt);
  expect(times).toEqual([...times].sort());
  const types = (await read(portal, 'sort=type&order=asc')).entries.map(({ type }) => type);
  expect(types).toEqual([...types].sort());
  expect((await read(portal, 'page=1')).entries).toEqual([]);
  const { status } = await world.ask(portal, 'GET', `/api/api-history/${world.acme.apiId}?sort=secret`);
  expect(status).toBe(400);
});

it('shows how operations ended', async () => {
  const { entries } = await read(world.acme.members.portal, 'area=deployment');
  expect(entries.map(({ outcome }) => outcome).sort()).toEqual(['done', 'done', 'failed', 'pending']);
});

it('has the same content as CSV', async () => {
  const ask = async (who: Member) =>
    (await world.ask(who, 'GET', `/api/api-history/${world.acme.apiId}/download?search=`)).body.text as string;
  const whole = await ask(world.acme.members.portal);
  expect(whole).toContain('ratePerMinute:  -> 60');
  expect(whole.trim().split('\r\n')).toHaveLength(9);
  expect((await ask(world.partner.members.user)).trim().split('\r\n')).toHaveLength(8);
});

it('stays after the API is deleted, for people who see all of it', async () => {
  const { acme, seed } = world;
  const apiId = await seed.api(acme.organizationId, acme.applicationId, 'Short-lived');
  const operationId = randomId();
  await seed.send(apiDecider, apiId, { type: 'RequestDeletion', data: { operationId } });
  await world.shown(await seed.send(apiDecider, apiId, { type: 'ConfirmDeletion', data: { operationId } }));
  const { entries, api } = await read(acme.members.auditor, '', apiId);
  expect(api).toEqual({ id: apiId, name: 'Short-lived', deleted: true });
  expect(entries.map(({ type }) => type).sort()).toEqual(['ApiDeleted', 'ApiDeletionRequested', 'ApiPublished']);
  for (const id of [apiId, 2_000_000_000])
    expect((await world.ask(acme.members.owner, 'GET', `/api/api-history/${id}`)).status).toBe(404);
});

it('is read with an index', async () => {
  const { rows } = await world.pool.query(
    `select indexdef from pg_indexes where schemaname = 'read' and tablename like 'history_v%'`,
  );
  expect(rows.map(({ indexdef }) => indexdef).join('\n')).toMatch(/\(about_noun, about_id, happened_at\)/);
});
