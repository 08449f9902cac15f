import { expect, test } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import type { EventActor } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { configOf, credentialsOf, gateway, idOf, organization, published, specOf } from '#test/world/sample-events.ts';
import { openPortal } from './engine/fixture/open-portal.ts';

const support: EventActor = { userId: 9, organizationId: 2, roles: ['ROLE_SUPPORT'] };

const request = (from: ReturnType<typeof configOf> | null, to: ReturnType<typeof configOf>): PorticoEvent => ({
  type: 'DeploymentRequested',
  data: { deploymentId: 3, operationId: idOf(from ? 'change' : 'deploy'), apiId: 7, from, to },
});
const end = (type: 'OperationCompleted'): PorticoEvent => ({ type, data: { attempt: 1 } });
const key = { consumerId: 4, deploymentId: 3, apiId: 7, organizationId: 6 };

test('the history of an API says who did what, from which value to which, and how it ended', async () => {
  const portal = await openPortal({ hasTables: true });
  await portal.happen('organization-2', [organization(2, 'Northwind')]);
  await portal.happen('business-area-1', [
    { type: 'BusinessAreaAdded', data: { businessAreaId: 1, name: 'Finance', description: '' } },
  ]);
  await portal.happen('api-7', [published(7)]);
  const details = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
  await portal.happen('api-7', [
    { type: 'ApiSpecChanged', data: { apiId: 7, revision: 2, restores: null, spec: specOf('1.1.0', 5) } },
    { type: 'ApiDetailsChanged', data: { apiId: 7, from: details, to: { ...details, businessAreaId: 1 } } },
  ]);
  await portal.happen('deployment-3', [request(null, configOf())]);
  await portal.happen(`operation-${idOf('deploy')}`, [end('OperationCompleted')]);
  await portal.happen('deployment-3', [request(configOf(), configOf({ ratePerMinute: 60 }))]);
  await portal.happen(`operation-${idOf('change')}`, [
    {
      type: 'OperationFailed',
      data: { attempt: 1, class: 'permanent', problems: [{ code: 'gateway.refused' }] },
    },
  ]);
  await portal.happen(
    `operation-${idOf('change')}`,
    [{ type: 'OperationReplayRequested', data: { replay: 1, reason: 'again' } }],
    support,
  );
  await portal.happen('access-7-6', [
    {
      type: 'ApiAccessRequested',
      data: { requestId: 1, apiId: 7, organizationId: 6, requestedBy: 5, reason: 'canary' },
    },
    { type: 'ApiAccessApproved', data: { requestId: 1, apiId: 7, organizationId: 6, requestedBy: 5, note: 'canary' } },
    { type: 'ApiAccessGranted', data: { grantId: 1, apiId: 7, organizationId: 6, requestId: 1 } },
  ]);
  await portal.happen('consumer-4', [
    {
      type: 'ConsumerRequested',
      data: {
        ...key,
        operationId: idOf('add'),
        nickname: 'till',
        rateLimit: null,
        requestTransformer: null,
        credentials: credentialsOf('canary'),
        grantId: 1,
      },
    },
    { type: 'CredentialRevealed', data: { consumerId: 4, secrets: [] } },
  ]);
  await portal.happen('deployment-3', [
    { type: 'UndeploymentRequested', data: { deploymentId: 3, operationId: idOf('undeploy'), apiId: 7 } },
  ]);
  await portal.happen('consumer-4', [
    { type: 'ConsumerRemoved', data: { consumerId: 4, operationId: idOf('undeploy') } },
  ]);
  await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }]);
  portal.run();
  expect(await portal.caughtUp()).toBe(true);

  const rows = await portal.rows(
    'select kind as type, area, subject, environment, organization_id, user_id, "values", changes, outcome from history where about_noun = \'api\' order by happened_at, kind',
  );
  const said = rows.map((row) => JSON.parse(JSON.stringify(row)) as Record<string, unknown>);
  const short = (row: Record<string, unknown>) => [row.type, row.subject, row.user_id, row.outcome];
  expect(said.map(short)).toEqual([
    ['ApiPublished', '', 5, null],
    ['ApiDetailsChanged', '', 5, null],
    ['ApiSpecChanged', '', 5, null],
    ['DeploymentRequested', 'payments-dev', 5, 'done'],
    ['DeploymentRequested', 'payments-dev', 5, 'pending'],
    ['OperationReplayRequested', 'payments-dev', 9, 'pending'],
    ['ApiAccessApproved', '', 5, null],
    ['ApiAccessRequested', '', 5, null],
    ['ConsumerRequested', 'payments-dev', 5, 'pending'],
    ['CredentialRevealed', 'payments-dev', 5, null],
    ['UndeploymentRequested', 'payments-dev', 5, 'pending'],
    ['ConsumerRemoved', 'payments-dev', 5, null],
    ['ApiDeleted', '', 5, null],
  ]);
  expect(said[1]?.changes).toEqual([{ field: 'businessArea', from: null, to: 'Finance' }]);
  expect(said[2]).toMatchObject({
    values: { revision: 2, version: '1.1.0' },
    changes: [
      { field: 'version', from: '1.0.0', to: '1.1.0' },
      { field: 'operations', from: 3, to: 5 },
    ],
  });
  expect(said[4]?.changes).toEqual([{ field: 'ratePerMinute', from: null, to: 60 }]);
  expect(said[8]).toMatchObject({ area: 'key', organization_id: 6, values: { key: 4, nickname: 'till' } });
  // Nothing that is kept from readers elsewhere, or that is a person's own words, is copied here.
  expect(JSON.stringify(said)).not.toMatch(/canary|fingerprint/);
  expect(await portal.rows('select id, name, deleted from history_apis')).toEqual([
    { id: 7, name: 'Payments', deleted: true },
  ]);
});

test('the history of an API says where a deployment moves, and which keys go with it', async () => {
  const portal = await openPortal({ hasTables: true });
  await portal.happen('organization-2', [organization(2, 'Northwind')]);
  await portal.happen('api-7', [published(7)]);
  const other = gateway(2);
  await portal.happen('resource-2', [
    { ...other, data: { ...other.data, name: 'Old name' } } as PorticoEvent,
    { type: 'GatewayChanged', data: { ...other.data, name: 'Gateway north', from: other.data } } as PorticoEvent,
  ]);
  const moved = (deploymentId: number, gatewayId: number): PorticoEvent => ({
    type: 'DeploymentRequested',
    data: {
      deploymentId,
      operationId: idOf(`move ${deploymentId}`),
      apiId: 7,
      from: null,
      to: configOf({ gatewayId }),
      follows: 3,
    },
  });
  await portal.happen('deployment-5', [moved(5, 2)]);
  await portal.happen('deployment-6', [moved(6, 8)]);
  const copied: PorticoEvent = {
    type: 'ConsumerRequested',
    data: {
      ...{ ...key, consumerId: 9, deploymentId: 5, operationId: idOf('copy'), nickname: 'till', rateLimit: null },
      ...{ requestTransformer: null, credentials: credentialsOf('copy'), grantId: 1 },
      copyOf: { consumerId: 4, addedBy: 77 },
    },
  };
  await portal.happen('consumer-9', [copied], byPortal);
  portal.run();
  expect(await portal.caughtUp()).toBe(true);
  const rows = await portal.rows(
    `select noun_id, user_id, "values" from history where about_noun = 'api' and kind in ('DeploymentRequested', 'ConsumerRequested') order by noun_id`,
  );
  expect(rows).toEqual([
    { noun_id: '5', user_id: 5, values: { first: 1, gateway: 'Gateway north' } },
    { noun_id: '6', user_id: 5, values: { first: 1, gateway: '#8' } },
    { noun_id: '9', user_id: 0, values: { key: 9, nickname: 'till', copyOf: 4 } },
  ]);
  expect(await portal.rows('select created_by from consumers where id = 9')).toEqual([{ created_by: 77 }]);
});
