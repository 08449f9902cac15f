import { describe, expect, test } from 'vitest';
import type { EventActor } from '#domain/core/event.ts';
import { idOf } from '#test/world/sample-events.ts';
import { admin, deployment, key, start, told, worker } from './engine/fixture/notice-portal.ts';
import { type Portal, somebody } from './engine/fixture/open-portal.ts';

describe('one notice for each deletion', () => {
  const deleter: EventActor = { ...admin, userId: 12 };
  const ids = { organization: idOf('organization'), api: idOf('api'), undeploy: idOf('undeploy') };
  const deleteApi = (by: EventActor, correlationId?: string) => (portal: Portal) =>
    portal.happen(
      'api-7',
      [{ type: 'ApiDeletionRequested', data: { apiId: 7, operationId: ids.api } }],
      by,
      correlationId,
    );
  /** What the worker does: the deployment goes with its keys, and then the API. */
  const finish = async (portal: Portal) => {
    const undeployment = { deploymentId: 3, operationId: ids.undeploy };
    await portal.happen(
      'deployment-3',
      [{ type: 'UndeploymentRequested', data: { ...undeployment, apiId: 7 } }],
      worker,
      ids.api,
    );
    for (const consumerId of [4, 5, 6])
      await portal.happen(
        `consumer-${consumerId}`,
        [{ type: 'ConsumerRemoved', data: { consumerId, operationId: ids.undeploy } }],
        worker,
        ids.undeploy,
      );
    await portal.happen('deployment-3', [{ type: 'DeploymentRemoved', data: undeployment }], worker, ids.undeploy);
    await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }], worker, ids.api);
  };
  const startWithKeys = async () => {
    const portal = await start();
    await deployment(admin)(portal);
    for (const consumerId of [4, 5, 6])
      await key({ ...somebody, userId: 10 }, null, { consumerId, organizationId: 3 })(portal);
    return portal;
  };

  test('an API with three keys of a partner', async () => {
    const portal = await startWithKeys();
    await deleteApi(deleter)(portal);
    await finish(portal);
    expect(await told(portal)).toEqual(['9 api-deleted', '10 api-deleted', '8 api-deleted']);
    expect(await portal.rows('select distinct keys, api_id, by_user_id from notices where user_id in (9, 10)')).toEqual(
      [{ keys: 3, api_id: 7, by_user_id: 12 }],
    );
  });

  test('an organization with an API', async () => {
    const portal = await startWithKeys();
    const request = { organizationId: 2, requestId: 31, requestedBy: 8 };
    await portal.happen(
      'organization-2',
      [
        {
          type: 'OrganizationDeletionApproved',
          data: { ...request, operationId: ids.organization, acceptedCallers: [] },
        },
      ],
      deleter,
    );
    await deleteApi(worker, ids.organization)(portal);
    await finish(portal);
    expect(await told(portal)).toEqual(['9 organization-deleted', '10 organization-deleted', '8 organization-deleted']);
    expect(await portal.rows('select keys, named_organization_id, by_user_id from notices where user_id = 9')).toEqual([
      { keys: 3, named_organization_id: 2, by_user_id: 12 },
    ]);
  });
});

test('a colleague who asked for the same hears the decision too, and the publisher that access was given and taken', async () => {
  const portal = await start();
  const theirs = { apiId: 7, organizationId: 3 };
  const asked = { requestId: 11, ...theirs, reason: '' };
  await portal.happen('access-7-3', [
    { type: 'ApiAccessRequested', data: { ...asked, requestedBy: 10 } },
    { type: 'ApiAccessRequestJoined', data: { ...asked, requestedBy: 13 } },
  ]);
  const decider = { ...admin, userId: 12 };
  await portal.happen(
    'access-7-3',
    [
      { type: 'ApiAccessApproved', data: { requestId: 11, ...theirs, requestedBy: 10, note: '' } },
      { type: 'ApiAccessGranted', data: { grantId: 21, ...theirs, requestId: 11 } },
    ],
    decider,
  );
  await portal.happen('access-7-3', [{ type: 'ApiAccessRevoked', data: { grantId: 21, ...theirs } }], decider);
  expect(await told(portal)).toEqual([
    '8 access-given',
    '10 access-approved',
    '13 access-approved',
    '8 access-taken',
    '9 access-revoked',
    '10 access-revoked',
  ]);
});
