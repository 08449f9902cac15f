import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { gatewayConfig } from '#domain/deployment/gateway-config.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import type { DeploymentPreview } from '#domain/deployment/schema.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { settingsIn } from '#domain/resource/resource.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { createKongClient, type KongClient } from '#gateway/admin-api/client.ts';
import type { KongObject } from '#gateway/admin-api/entity.ts';
import { difference } from '#gateway/change/difference.ts';
import { realmOf } from '#gateway/names/refusal-realm.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { planConsumer } from '#gateway/plan/plan-consumer.ts';
import { randomId } from '#platform/uuid.ts';
import { type Gateway, startGateway } from '#sandbox/gateway/start-gateway.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { newId } from '../http/new-id.ts';

let world: BffWorld;
let gateway: Gateway;
let client: KongClient;
let gatewayId: number;
let dataFolder: string;

beforeAll(async () => {
  world = await startBffWorld();
  dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-preview-'));
  gateway = await startGateway({ dataFolder, adminPort: 0, proxyPort: 0, proxySslPort: 0 });
  client = createKongClient({ adminUrl: gateway.adminUrl });
  const { services } = world;
  gatewayId = await newId(services.pool, 'resource');
  const secretId = randomId();
  await services.vault.sealSecret(services.pool, {
    id: secretId,
    kind: 'telemetry-key',
    owner: 'test',
    value: 'tele-key',
  });
  const done = await execute({
    store: services.store,
    decider: resourceDecider,
    id: gatewayId,
    command: {
      type: 'RegisterResource',
      data: {
        resourceId: gatewayId,
        type: 'KONG',
        name: 'Real gateway',
        isPublic: true,
        organizations: [],
        adminUrl: gateway.adminUrl,
        apiUrl: gateway.proxyUrl,
        apiSslUrl: gateway.proxySslUrl,
        httpLogEndpoint: 'http://portal.example/ingest',
        adminApiKey: null,
        telemetryKey: { secretId, fingerprint: 'f', last4: '-key' },
      },
    },
    meta: {
      actor: { userId: 0, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] },
      commandId: randomId(),
      correlationId: randomId(),
      time: new Date().toISOString(),
    },
  });
  if (!('position' in done)) throw new Error('no gateway');
  await world.shown(done.position);
});
afterAll(async () => {
  await client.close();
  await gateway.close().catch(() => undefined);
  await world.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const formOf = (changes: Record<string, unknown> = {}) => ({
  id: world.acme.apiId,
  name: 'Seen before',
  env: 'DEV',
  auth: 'both',
  contextPath: 'seen-before',
  upstreamUrl: 'http://10.2.3.4/base',
  kongServer: gatewayId,
  oAuth2Config: { tokenExpiration: 60 },
  rateLimit: { enabled: true, ratePerMinute: 30 },
  ipRestriction: { enabled: true, ips: '10.0.0.0/8; 192.0.2.1' },
  requestTransformer: { addHeaders: ['X-Shop:7', 'Authorization:Bearer of-the-upstream'] },
  enablePathLockdown: true,
  ...changes,
});
const preview = (changes: Record<string, unknown> = {}) =>
  world.ask(world.acme.members.owningAdmin, 'POST', '/api/swagger/deploy/preview', { json: formOf(changes) });
const planIn = (body: unknown): DeploymentPreview => body as DeploymentPreview;

const dryRunOf = async (operationId: string, who = world.acme.members.portal) =>
  (await world.ask(who, 'GET', `/api/operations/${operationId}/replay-preview`)).body;

/** Deploys it and does the worker's work. Returns the plan that the operation records. */
const deploy = async (changes: Record<string, unknown> = {}) => {
  const { services } = world;
  const response = await world.ask(world.acme.members.owningAdmin, 'POST', '/api/swagger/deploy', {
    json: formOf(changes),
  });
  expect(response.status).toBe(200);
  await world.shown(response.body.position as string);
  const deploymentId = response.body.entityId as number;
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  const gateway = settingsIn(await loadState(services.store, resourceDecider, gatewayId), 'KONG');
  if (deployment.status === 'none' || !gateway) throw new Error('not there');
  const { lockdown } = deployment.wanted;
  const redis = () => Promise.reject(new Error('no calls are counted in a Redis'));
  const session = { gateway, client, names: services.names, telemetryKey: async () => 'tele-key', redis };
  const {
    entities: desired,
    replaces,
    changes: plan,
  } = await desiredDeployment(session, {
    deploymentId,
    config: deployment.wanted,
    operations: lockdown ? await loadOperations(services.pool, lockdown.operations) : undefined,
  });
  const dryRun = await dryRunOf(String(response.body.operationId));
  // Support may not open a deployment.
  const { support } = world.acme.members;
  expect(await dryRunOf(String(response.body.operationId), support)).toEqual({ ...dryRun, plan: null });
  const actual = await actualOfDeployment(session, deploymentId, [...desired, ...replaces]);
  for (const step of difference(desired, actual))
    if (step.kind === 'put') await client.put(step.entity, step.entity.body);
    else await client.remove(step.entity);
  return { deploymentId, plan, dryRun, operationId: String(response.body.operationId) };
};

describe('the preview of a deployment', () => {
  it('writes nothing, and shows the same objects and fields as the deployment', async () => {
    const before = await world.countEvents();
    const seen = await preview();
    expect(seen.status).toBe(200);
    expect(await world.countEvents()).toBe(before);
    const { deploymentId, plan, dryRun, operationId } = await deploy();
    const { revision, countsAnew, globalPlugins, ...previewed } = planIn(seen.body);
    expect([revision, countsAnew, globalPlugins]).toEqual([1, false, []]);
    expect(
      JSON.parse(
        JSON.stringify(previewed)
          .replaceAll('-…', `-${deploymentId}`)
          .replaceAll('portico/…', realmOf(world.services.names, deploymentId)),
      ),
    ).toEqual(plan);
    expect(plan.changes.map(({ action }) => action)).not.toContain('change');
    expect(plan.changes.find(({ object }) => object === 'plugin ip-restriction')?.fields).toContainEqual({
      field: 'config.allow',
      removed: [],
      added: ['10.0.0.0/8', '192.0.2.1'],
      more: 0,
    });

    expect(dryRun).toEqual({ outcome: 'changes', at: 'gateway', plan, problem: null });
    expect(await dryRunOf(operationId)).toMatchObject({ outcome: 'nothing' });

    const again = await preview({ deploymentId });
    expect(planIn(again.body).changes).toEqual([]);
    const oneMore = await preview({ deploymentId, rateLimit: { enabled: true, ratePerMinute: 31 } });
    expect(planIn(oneMore.body)).toMatchObject({ countsAnew: false, changes: [{ object: 'plugin rate-limiting' }] });
    const changed = await preview({ deploymentId, rateLimit: { enabled: true, ratePerMinute: 31 }, auth: 'oauth2' });
    const next = await deploy({ deploymentId, rateLimit: { enabled: true, ratePerMinute: 31 }, auth: 'oauth2' });
    expect(planIn(changed.body)).toMatchObject({ countsAnew: true, changes: next.plan.changes });
    expect(next.plan.changes).toContainEqual({
      action: 'change',
      object: 'plugin rate-limiting',
      name: '',
      fields: [{ field: 'config.minute', removed: ['30'], added: ['31'], more: 0 }],
    });
    expect(
      next.plan.changes
        .filter(({ action }) => action === 'remove')
        .map(({ object }) => object)
        .sort(),
    ).toEqual(['consumer', 'plugin key-auth', 'plugin request-termination', 'plugin response-transformer']);

    // In a former release, a key's own transformer also had the lockdown's path, on every route.
    const key = planConsumer({
      names: world.services.names,
      consumerId: 7,
      deploymentId,
      limit: null,
      organization: null,
      requestTransformer: { ...emptyRequestTransformer, addHeaders: ['X-Shop:9'] },
      credentials: [],
      rewriting: null,
    });
    for (const { body, ...entity } of key) {
      const config = body.config as KongObject | undefined;
      await client.put(entity, { ...body, ...(config ? { config: { ...config, replace: { uri: '/held' } } } : {}) });
    }
    const unlocked = { deploymentId, auth: 'oauth2', enablePathLockdown: false };
    const opening = await preview(unlocked);
    const opened = await deploy(unlocked);
    expect(planIn(opening.body).changes).toEqual(opened.plan.changes);
    expect(opened.plan.changes).toContainEqual(
      expect.objectContaining({ action: 'change', object: 'plugin request-transformer of a key' }),
    );

    const config = await world.ask(
      world.acme.members.portal,
      'GET',
      `/api/swaggers/deployment/${deploymentId}/kong-config`,
    );
    expect(z.catchall(gatewayConfig, z.never()).safeParse(config.body).error?.issues).toBeUndefined();
    expect(config.body).toMatchObject({ gateway: 'Real gateway', difference: { changes: [] } });
    // People see the names that they chose, not the number of the generation.
    expect((await client.list('service', [])).map(({ body }) => body.name)).toContain('Seen-before-dev.3');
    expect(z.parse(gatewayConfig, config.body).objects).toContainEqual(
      expect.objectContaining({ object: 'service', name: 'Seen-before-dev' }),
    );
    expect(JSON.stringify(config.body)).not.toContain('-dev.3');
    for (const text of [seen, config].map(({ body }) => JSON.stringify(body))) {
      expect(text).toContain('••••');
      expect(text).not.toMatch(/tele-key|of-the-upstream/);
    }
  });

  it('refuses what deploying refuses: a name that exists on the gateway, spelt differently or in another environment', async () => {
    const words = 'Another deployment in this environment has this service name already';
    for (const changes of [{ name: 'Seen-before' }, { name: 'Seen-before-dev', env: 'PROD' }])
      expect(await preview({ contextPath: 'free', ...changes })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'name', code: 'deployment.name-taken', message: words }] },
      });
    expect(await preview({ name: 'Free', contextPath: 'seen-before-dev', env: 'PROD' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'contextPath', code: 'deployment.context-path-taken' }] },
    });
  });

  it('says at the field that the name on the gateway belongs to somebody else', async () => {
    await client.put({ kind: 'service', id: 'Somebodys-dev', label: 'service' }, { host: 'other.example' });
    expect(await preview({ name: 'Somebodys', contextPath: 'somebodys' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'name', code: 'gateway.name-taken', message: 'The gateway has this name already. Choose another.' },
        ],
      },
    });
  });

  it('says at the field that an upstream of somebody else would get the calls', async () => {
    const upstream = { kind: 'upstream', id: randomId(), label: 'upstream' } as const;
    await client.put(upstream, { name: 'taken-host.example' });
    const led = { name: 'Led', contextPath: 'led', upstreamUrl: 'https://taken-host.example/v1' };
    expect(await preview(led)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'upstreamUrl', code: 'gateway.host-taken' }] },
    });
    await client.remove(upstream);
    expect((await preview(led)).status).toBe(200);
  });

  it("names plugins of the gateway's owner that meet all calls and may refuse them", async () => {
    const ids = await Promise.all(
      ['ip-restriction', 'http-log', 'request-termination'].map(async (name) => {
        const entity = { kind: 'plugin', id: randomId(), label: 'plugin' } as const;
        const config = {
          'ip-restriction': { deny: ['192.0.2.7'] },
          'http-log': { http_endpoint: 'http://log.example' },
        };
        await client.put(entity, { name, config: config[name as keyof typeof config] ?? {} });
        return entity;
      }),
    );
    const seen = await preview({ name: 'Under', contextPath: 'under' });
    expect(planIn(seen.body).globalPlugins).toEqual(['ip-restriction', 'request-termination']);
    for (const entity of ids) await client.remove(entity);
  });

  it('deploys nothing if the description changed since the preview of a lockdown', async () => {
    const before = await world.countEvents();
    const response = await world.ask(world.acme.members.owningAdmin, 'POST', '/api/swagger/deploy', {
      json: formOf({ name: 'Late', contextPath: 'late', revision: 7 }),
    });
    expect(response).toMatchObject({
      status: 409,
      body: {
        code: 'deployment.description-changed',
        detail:
          "The API's description has changed since your preview. Nothing was deployed: look at the preview again.",
      },
    });
    expect(await world.countEvents()).toBe(before);
  });

  it('says that an API is gone', async () => {
    expect(await preview({ id: 9_999 })).toMatchObject({
      status: 404,
      body: { detail: 'This API does not exist any more. It was deleted, or its application was deleted.' },
    });
  });

  it('says that the gateway does not respond', async () => {
    await gateway.close();
    expect(await preview({ name: 'Away', contextPath: 'away' })).toMatchObject({
      status: 503,
      body: { code: 'gateway.unreachable', detail: 'The gateway does not respond.' },
    });
  });
});
