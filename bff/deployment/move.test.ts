import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { newDeployment } from '#test/examples/route-examples.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { endLook } from '#workers/gateway/mirror/store-mirror.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world?.close());

type Answer = Readonly<{ entityId: number; code?: string; errors?: unknown[]; [field: string]: unknown }>;
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', target: string, json?: object) => {
  await world.allShown();
  const { status, body } = await world.ask(world.acme.members.portal, method, target, json ? { json } : {});
  await world.allShown();
  return { status, body: body as unknown as Answer };
};
const move = (id: number, kongServer: number) => ask('POST', `/api/swaggers/deployment/${id}/move`, { kongServer });
const stateOf = async (id: number) => {
  const state = await loadState(world.services.store, deploymentDecider, id);
  if (state.status === 'none') throw new Error('it is not there');
  return state;
};
const confirm = async (id: number) => {
  const { operationId } = await stateOf(id);
  await world.seed.send(deploymentDecider, id, { type: 'ConfirmDeployment', data: { operationId } });
};
const rowOf = async (id: number) => {
  const { body } = await ask('GET', `/api/api-info/${world.acme.apiId}`);
  return (body as unknown as { id: number; moving: unknown }[]).find((row) => row.id === id);
};
/** A deployment with a key that works. */
const withKey = async () => {
  const { acme, seed } = world;
  const { deploymentId } = await newDeployment(world, acme);
  const key = await seed.consumer(deploymentId, acme.apiId, acme.organizationId);
  return { id: deploymentId, key };
};

describe('moving a deployment to another gateway', () => {
  it('makes one there with the same configuration, which says whose place it takes', async () => {
    const { acme } = world;
    const { id } = await withKey();
    const { status, body } = await move(id, acme.gatewayId);
    expect(status, JSON.stringify(body)).toBe(200);
    const follower = await stateOf(body.entityId);
    expect(follower.follows).toBe(id);
    expect(follower.wanted).toEqual({ ...(await stateOf(id)).wanted, gatewayId: acme.gatewayId });
    expect(await rowOf(id)).toMatchObject({ moving: { isLeader: true, id: body.entityId, gateway: 'Acme gateway' } });
    expect(await rowOf(body.entityId)).toMatchObject({
      moving: { isLeader: false, id, gateway: 'Public gateway' },
    });
    // Once.
    expect((await move(id, acme.gatewayId)).body.code).toBe('deployment.move-under-way');
    expect((await move(body.entityId, world.publicGatewayId)).body.code).toBe('deployment.move-under-way');
  });

  it('says when it ends by itself, and refuses what cannot be', async () => {
    const { id } = await withKey();
    const plan = (end: object) =>
      ask('PUT', `/api/swaggers/deployment/${id}/move`, { endsOn: null, quietDays: null, seen: null, ...end });
    expect((await plan({ quietDays: 7 })).body.code).toBe('deployment.move-none');
    const { body } = await move(id, world.acme.gatewayId);
    const field = (code: string) => ({ status: 400, body: { errors: [expect.objectContaining({ code })] } });
    expect(await plan({ endsOn: '2020-01-01' })).toMatchObject(field('deployment.move-end-past'));
    expect(await plan({ endsOn: 'soon' })).toMatchObject(field('deployment.move-end-not-a-day'));
    expect(await plan({ quietDays: 0 })).toMatchObject(field('deployment.move-quiet-days'));
    expect(await plan({ quietDays: 91 })).toMatchObject(field('deployment.move-quiet-days'));
    expect(await plan({ endsOn: '2099-03-04', quietDays: 7 })).toMatchObject(field('deployment.move-one-end'));

    expect((await plan({ endsOn: '2099-03-04' })).status).toBe(200);
    const look = async () => (await ask('GET', `/api/swaggers/deployment/${id}/move`)).body;
    expect(await look()).toMatchObject({ end: { endsOn: '2099-03-04', quietDays: null } });
    expect((await plan({ quietDays: 7 })).body.code).toBe('deployment.move-end-changed');
    const seen = { endsOn: '2099-03-04', quietDays: null };
    expect((await plan({ quietDays: 7, seen })).status).toBe(200);
    expect(await look()).toMatchObject({ end: { quietDays: 7 }, isHeard: true });
    // Three days pass, and of one nobody heard.
    const { pool } = world.services;
    await pool.query(`update deployments set created_at = created_at - interval '3 days' where id = $1`, [
      body.entityId,
    ]);
    await runSql(
      world.ownerUrl,
      `insert into gateway_heard_days select ${world.publicGatewayId}, (now() at time zone 'UTC')::date - ago
       from unnest(array[1, 3]) ago`,
    );
    expect(await look()).toMatchObject({ isHeard: false });
    await runSql(
      world.ownerUrl,
      `insert into gateway_heard_days values (${world.publicGatewayId}, (now() at time zone 'UTC')::date - 2)`,
    );
    expect(await look()).toMatchObject({ isHeard: true });
    expect((await plan({ endsOn: '2099-03-04', seen: { endsOn: null, quietDays: 7 } })).status).toBe(200);
    expect((await plan({ seen: { endsOn: '2099-03-04', quietDays: null } })).status).toBe(200);
    expect(await look()).toMatchObject({ end: null });
    // The one that takes its place does not end by itself.
    const other = await ask('PUT', `/api/swaggers/deployment/${body.entityId}/move`, {
      ...{ endsOn: null, quietDays: 7, seen: null },
    });
    expect(other.body.code).toBe('deployment.move-none');
  });

  it('says how far it is, and lets the old one end only when every key works there', async () => {
    const { id, key } = await withKey();
    const { body } = await move(id, world.acme.gatewayId);
    const look = async () => (await ask('GET', `/api/swaggers/deployment/${id}/move`)).body;
    const end = () => ask('DELETE', `/api/swaggers/deployment/${id}`);
    expect(await look()).toMatchObject({ follower: { state: 'deploying', serves: false } });
    expect((await end()).body.code).toBe('deployment.move-not-level');
    await confirm(body.entityId);
    expect(await look()).toMatchObject({
      follower: { state: 'deployed', serves: true, hasForm: true },
      keys: { total: 1, behind: 1 },
      callers: { total: 0, first: [] },
    });
    expect((await end()).body.code).toBe('deployment.move-not-level');

    // As the worker copies it.
    const original = await loadState(world.services.store, consumerDecider, key.consumerId);
    if (original.status === 'none' || !original.applied) throw new Error('the key does not work');
    const consumerId = 900_001;
    await world.services.pool.query('insert into key_copies values ($1, $2, $3)', [
      body.entityId,
      key.consumerId,
      consumerId,
    ]);
    const { operationId, apiId, organizationId, grantId } = original;
    const { nickname, rateLimit, requestTransformer, credentials } = original.applied;
    await world.seed.send(consumerDecider, consumerId, {
      type: 'RequestConsumer',
      data: {
        ...{ consumerId, operationId, deploymentId: body.entityId, apiId, organizationId, grantId },
        ...{ nickname, rateLimit, requestTransformer, credentials },
      },
    });
    expect(await look()).toMatchObject({ keys: { total: 1, behind: 1 } });
    await world.seed.send(consumerDecider, consumerId, { type: 'ConfirmConsumer', data: { operationId } });
    expect(await look()).toMatchObject({ keys: { total: 1, behind: 0 } });

    // The copy is changed and ended where its original is, and nothing is added beside it.
    const codes = [
      await ask('PUT', `/api/consumer/${consumerId}`, { nickname: 'other', basedOn: 2 }),
      await ask('DELETE', `/api/consumer/${consumerId}`),
      await ask('POST', `/api/consumer/${consumerId}/rotation`, { overlapMinutes: 60 }),
    ].map(({ body: { code } }) => code);
    expect(codes).toEqual(['consumer.follows', 'consumer.follows', 'consumer.follows']);
    const added = await ask('POST', '/api/kong/add-consumer', {
      deploymentId: body.entityId,
      organizationId,
      apiModelId: apiId,
    });
    expect(added.body.code).toBe('deployment.follows');
    const limited = await ask('PUT', `/api/swaggers/deployment/${body.entityId}/limit/${organizationId}`, {
      enabledRateLimit: false,
      basedOn: 0,
    });
    expect(limited.body.code).toBe('deployment.follows');

    // Used at the old one: that is told.
    await world.services.pool.query('insert into credential_uses values ($1, 1, now())', [key.consumerId]);
    expect(await look()).toMatchObject({ callers: { total: 1, first: [{ organization: 'Acme' }] } });
    expect((await end()).status).toBe(200);
    expect(await rowOf(body.entityId)).toMatchObject({ moving: null });
    expect((await ask('GET', `/api/swaggers/deployment/${id}/move`)).status).toBe(404);
    // From now on it is a key like all others.
    expect((await ask('DELETE', `/api/consumer/${consumerId}`)).status).toBe(200);
  });

  it('changes the form only at the one that moves', async () => {
    const { id } = await withKey();
    const { body } = await move(id, world.acme.gatewayId);
    await confirm(body.entityId);
    const { wanted } = await stateOf(body.entityId);
    // Until the other one has it, a changed form keeps the old one from ending.
    const operationId = randomId();
    const config = { ...(await stateOf(id)).wanted, refusesBots: true };
    const { apiId } = world.acme;
    await world.seed.send(deploymentDecider, id, {
      type: 'RequestDeployment',
      data: { deploymentId: id, operationId, apiId, config },
    });
    await world.seed.send(deploymentDecider, id, { type: 'ConfirmDeployment', data: { operationId } });
    const look = await ask('GET', `/api/swaggers/deployment/${id}/move`);
    expect(look.body).toMatchObject({ follower: { hasForm: false } });
    expect((await ask('DELETE', `/api/swaggers/deployment/${id}`)).body.code).toBe('deployment.move-not-level');
    const changed = await ask('POST', '/api/swagger/deploy', {
      id: world.acme.apiId,
      deploymentId: body.entityId,
      name: wanted.name,
      env: wanted.environment,
      auth: wanted.authentication,
      contextPath: wanted.contextPath,
      upstreamUrl: wanted.upstreamUrl,
      kongServer: wanted.gatewayId,
      oAuth2Config: { tokenExpiration: 60 },
      rateLimit: { enabled: false, ratePerMinute: 60 },
      basedOn: 2,
    });
    expect(changed.body).toMatchObject({ code: 'deployment.follows', parameters: { gateway: 'Public gateway' } });
    // Nor by what somebody wrote at the new gateway.
    const { gatewayId } = wanted;
    const objectId = randomUUID();
    const at = differenceIdOf(body.entityId, objectId);
    const subject = { deploymentId: body.entityId, apiId, gatewayId, objectId };
    const kind = { kind: 'service', label: 'service', name: wanted.name, form: 'changed' } as const;
    const fields = [{ field: 'path', applied: '/', held: '/moved' }];
    await world.seed.send(differenceDecider, at, {
      type: 'ReportDifference',
      data: { ...subject, ...kind, fields, digest: 'one', intactAt: null, writtenAt: null, isAdoptable: true },
    });
    await world.allShown();
    const asGateway = (method: 'GET' | 'POST', target: string, json?: object) =>
      world.ask(world.acme.members.gateway, method, target, json ? { json } : {});
    expect((await asGateway('GET', `/api/kong/drift/${at}`)).body).toMatchObject({
      isAdoptable: false,
      followsAt: 'Public gateway',
    });
    const adopt = { answer: 'adopt', reason: 'as it is there', seen: 'one' };
    expect((await asGateway('POST', `/api/kong/drift/${at}/answer`, adopt)).body).toMatchObject({
      code: 'deployment.follows',
      parameters: { gateway: 'Public gateway' },
    });
  });

  it('refuses the same gateway, one that lacks a plugin, and names that are taken there', async () => {
    const { acme, publicGatewayId, seed, services } = world;
    const { id } = await withKey();
    expect((await move(id, publicGatewayId)).body.errors).toEqual([
      expect.objectContaining({ field: 'kongServer', code: 'deployment.move-same-gateway' }),
    ]);
    const bare = await seed.gateway('Bare gateway', [acme.organizationId]);
    await endLook(services.pool, bare, [], new Date(), {
      version: '3.9.1',
      router: 'traditional_compatible',
      plugins: ['acl', 'http-log', 'request-termination'],
    });
    expect((await move(id, bare)).body.errors).toEqual([
      expect.objectContaining({ code: 'deployment.gateway-lacks-plugin', parameters: { plugin: 'key-auth' } }),
    ]);
    const { wanted } = await stateOf(id);
    await seed.deployment(
      acme.apiId,
      acme.gatewayId,
      'deployed',
      { name: wanted.name, environment: wanted.environment, contextPath: 'another' },
      acme.organizationId,
    );
    expect((await move(id, acme.gatewayId)).body.errors).toEqual([
      expect.objectContaining({ code: 'deployment.name-taken' }),
    ]);
  });
});
