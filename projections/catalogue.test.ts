import { describe, expect, test } from 'vitest';
import {
  application,
  configOf,
  credentialsOf,
  deploymentApplied,
  deploymentRemoved,
  deploymentRequested,
  gateway,
  idOf,
  organization,
  published,
  specOf,
} from '#test/world/sample-events.ts';
import { openPortal, type Portal } from './engine/fixture/open-portal.ts';

const withApi = async (): Promise<Portal> => {
  const portal = await openPortal({ hasTables: true });
  await portal.happen('organization-2', [organization(2, 'Northwind')]);
  await portal.happen('application-4', [application(4, 2, 'Till', [5, 6])]);
  await portal.happen('api-7', [published(7)]);
  return portal;
};

describe('organizations, applications, business areas and resources', () => {
  test('show what was registered', async () => {
    const portal = await withApi();
    await portal.happen('business-area-3', [
      { type: 'BusinessAreaAdded', data: { businessAreaId: 3, name: 'Finance', description: 'Money' } },
    ]);
    await portal.happen('resource-1', [gateway(1)]);
    portal.run();
    expect(await portal.caughtUp()).toBe(true);

    expect(await portal.rows('select * from organizations')).toMatchObject([
      {
        id: 2,
        name: 'Northwind',
        external: false,
        contact: 'Ada Example',
        created_at: new Date('2026-01-05T08:00:01Z'),
        stream_version: 1,
      },
    ]);
    expect(await portal.rows('select id, organization_id, name from applications')).toEqual([
      { id: 4, organization_id: 2, name: 'Till' },
    ]);
    expect(await portal.rows('select application_id, user_id from application_owners order by user_id')).toEqual([
      { application_id: 4, user_id: 5 },
      { application_id: 4, user_id: 6 },
    ]);
    expect(await portal.rows('select id, name, description from business_areas')).toEqual([
      { id: 3, name: 'Finance', description: 'Money' },
    ]);
    expect(await portal.rows('select * from resources')).toMatchObject([
      {
        id: 1,
        type: 'KONG',
        organizations: [2, 3],
        is_public: false,
        admin_key_secret_id: null,
        telemetry_key_secret_id: idOf('telemetry'),
      },
    ]);
  });
});

describe('apis', () => {
  test('have the names by which the gallery sorts and searches', async () => {
    const portal = await withApi();
    portal.run();
    expect(await portal.caughtUp()).toBe(true);
    expect(await portal.rows('select * from apis')).toMatchObject([
      {
        id: 7,
        name: 'Payments',
        version: '1.0.0',
        application_name: 'Till',
        organization_name: 'Northwind',
        revision: 1,
        environments: [],
        created_by: 5,
        sort_name: 'payments',
      },
    ]);
  });

  test('follow a changed document and changed details, and keep every revision', async () => {
    const portal = await withApi();
    portal.run();
    const from = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
    await portal.happen('api-7', [
      { type: 'ApiSpecChanged', data: { apiId: 7, revision: 2, restores: null, spec: specOf('2.0.0', 9) } },
      { type: 'ApiDetailsChanged', data: { apiId: 7, from, to: { ...from, name: 'Pay', businessAreaId: 3 } } },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    expect(
      await portal.rows(
        'select name, version, revision, operations, business_area_id, updated_at, stream_version from apis',
      ),
    ).toEqual([
      {
        name: 'Pay',
        version: '2.0.0',
        revision: 2,
        operations: 9,
        business_area_id: 3,
        updated_at: new Date('2026-01-05T08:00:04Z'),
        stream_version: 3,
      },
    ]);
    expect(await portal.rows('select revision, version from api_versions order by revision')).toEqual([
      { revision: 1, version: '1.0.0' },
      { revision: 2, version: '2.0.0' },
    ]);
  });

  test('a deleted API is gone with its versions', async () => {
    const portal = await withApi();
    portal.run();
    await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }]);
    expect(await portal.caughtUp()).toBe(true);
    expect(await portal.rows('select 1 from apis')).toEqual([]);
    expect(await portal.rows('select 1 from api_words')).toEqual([]);
    expect(await portal.rows('select 1 from api_versions')).toEqual([]);
  });
});

describe('deployments and consumers', () => {
  const request = (deploymentId: number, config = configOf(), from: ReturnType<typeof configOf> | null = null) =>
    deploymentRequested(deploymentId, 7, config, from);
  const removed = (deploymentId: number) => deploymentRemoved(deploymentId, 7);
  const key = (consumerId: number, deploymentId: number) =>
    ({
      type: 'ConsumerRequested',
      data: {
        consumerId,
        operationId: idOf(`add ${consumerId}`),
        deploymentId,
        apiId: 7,
        organizationId: 2,
        nickname: 'till',
        rateLimit: null,
        requestTransformer: null,
        credentials: credentialsOf('till', ['key', 'oauth2']),
        grantId: null,
      },
    }) as const;

  test('an API shows an environment while a gateway serves a deployment there', async () => {
    const portal = await withApi();
    portal.run();
    const environments = async () => {
      expect(await portal.caughtUp()).toBe(true);
      return (await portal.rows('select environments from apis'))[0]?.environments;
    };
    await portal.happen('deployment-8', [request(8, configOf({ environment: 'PROD' }))]);
    await portal.happen('deployment-9', [request(9)]);
    await portal.happen('deployment-10', [request(10, configOf({ contextPath: 'pay' }))]);
    expect(await environments()).toEqual([]);
    for (const id of [8, 9, 10]) await portal.happen(`deployment-${id}`, [deploymentApplied(id)]);
    expect(await environments()).toEqual(['DEV', 'PROD']);
    await portal.happen('deployment-9', removed(9));
    expect(await environments()).toEqual(['DEV', 'PROD']);
    await portal.happen('deployment-10', removed(10));
    expect(await environments()).toEqual(['PROD']);
    expect(await portal.rows('select id from deployments')).toEqual([{ id: 8 }]);
  });

  test('a change that fails leaves what was applied before', async () => {
    const portal = await withApi();
    portal.run();
    const before = configOf();
    const after = configOf({ authentication: 'both' });
    await portal.happen('deployment-8', [request(8, before), deploymentApplied(8), request(8, after, before)]);
    await portal.happen('deployment-8', [
      { type: 'DeploymentFailed', data: { deploymentId: 8, operationId: idOf('deploy 8') } },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    expect(await portal.rows('select state, config, applied, authentication, stream_version from deployments')).toEqual(
      [{ state: 'failed', config: after, applied: before, authentication: 'both', stream_version: 4 }],
    );
  });

  test('keys show their state and the end of their secrets, and are removed with their deployment', async () => {
    const portal = await withApi();
    portal.run();
    await portal.happen('deployment-8', [request(8), deploymentApplied(8)]);
    await portal.happen('consumer-1', [
      key(1, 8),
      { type: 'ConsumerApplied', data: { consumerId: 1, operationId: idOf('add 1') } },
    ]);
    await portal.happen('consumer-2', [key(2, 8)]);
    await portal.happen('consumer-3', [key(3, 8)]);
    await portal.happen('consumer-3', [
      {
        type: 'ConsumerRemovalRequested',
        data: { consumerId: 3, operationId: idOf('remove 3'), deploymentId: 8, apiId: 7, organizationId: 2 },
      },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    expect(
      await portal.rows(`
        select id, state, wanted #>> '{credentials,apiKey,last4}' as api_key_last4,
          wanted #>> '{credentials,oauth2,clientId}' as client_id,
          wanted #>> '{credentials,oauth2,clientSecret,last4}' as client_secret_last4
        from consumers order by id`),
    ).toEqual([
      { id: 1, state: 'active', api_key_last4: '-key', client_id: 'client-till', client_secret_last4: 'cret' },
      { id: 2, state: 'adding', api_key_last4: '-key', client_id: 'client-till', client_secret_last4: 'cret' },
      { id: 3, state: 'removing', api_key_last4: '-key', client_id: 'client-till', client_secret_last4: 'cret' },
    ]);
    await portal.happen('consumer-3', [
      { type: 'ConsumerRemoved', data: { consumerId: 3, operationId: idOf('remove 3') } },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    expect(await portal.rows('select id from consumers order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    await portal.happen('deployment-8', removed(8));
    await portal.happen('consumer-2', [
      { type: 'ConsumerFailed', data: { consumerId: 2, operationId: idOf('add 2') } },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    expect(await portal.rows('select id from consumers')).toEqual([]);
  });

  test('a revealed credential is kept on record after the key is gone', async () => {
    const portal = await withApi();
    portal.run();
    await portal.happen('consumer-1', [key(1, 8)]);
    await portal.happen('consumer-1', [{ type: 'CredentialRevealed', data: { consumerId: 1, secrets: [] } }], {
      userId: 9,
      organizationId: 3,
      roles: [],
    });
    await portal.happen('consumer-1', [
      { type: 'ConsumerRemoved', data: { consumerId: 1, operationId: idOf('remove 1') } },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    expect(
      await portal.rows('select consumer_id, api_id, api_name, organization_id, user_id from credential_views'),
    ).toEqual([{ consumer_id: 1, api_id: 7, api_name: 'Payments', organization_id: 2, user_id: 9 }]);
  });

  test('a revealed login at Kafka is kept on record after the subscription is gone', async () => {
    const portal = await withApi();
    portal.run();
    const ids = { eventSubscriptionId: 5, operationId: idOf('subscribe 5') };
    const credential = { user: 'till', isGiven: false, password: { secretId: idOf('password'), fingerprint: 'f' } };
    const asked = { topicId: 6, kafkaEnvId: 4, organizationId: 2, name: 'Till', topicName: 'orders' };
    await portal.happen('event-subscription-5', [
      {
        type: 'EventSubscriptionRequested',
        data: { ...ids, ...asked, writes: false, group: null, credential },
      },
      { type: 'EventSubscriptionApplied', data: ids },
      { type: 'EventSubscriptionRevealed', data: { eventSubscriptionId: 5, secretId: idOf('password') } },
      { type: 'EventSubscriptionRemovalRequested', data: { ...ids, topicId: 6, kafkaEnvId: 4, organizationId: 2 } },
      { type: 'EventSubscriptionRemoved', data: ids },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    expect(
      await portal.rows(
        'select consumer_id, subscription_id, consumer_name, api_name, organization_id from credential_views',
      ),
    ).toEqual([
      { consumer_id: null, subscription_id: 5, consumer_name: 'Till', api_name: 'orders', organization_id: 2 },
    ]);
  });
});
