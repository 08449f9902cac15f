import { describe, expect, test } from 'vitest';
import { configOf, credentialsOf, idOf } from '#test/world/sample-events.ts';
import {
  admin,
  companyAdmin,
  deployment,
  key,
  pair,
  registered,
  start,
  told,
  worker,
} from './engine/fixture/notice-portal.ts';
import { type Portal, somebody } from './engine/fixture/open-portal.ts';

const ofKey = (operation: string) => ({ consumerId: 4, operationId: idOf(operation), deploymentId: 3, ...pair });

describe('access', () => {
  const request = (portal: Portal, requestId: number) =>
    portal.happen('access-7-2', [
      { type: 'ApiAccessRequested', data: { requestId, ...pair, requestedBy: somebody.userId, reason: '' } },
    ]);
  const decision = (requestId: number) => ({ requestId, ...pair, requestedBy: somebody.userId, note: 'because' });

  test('a requester is told the decision; a revocation is told to everybody who loses access', async () => {
    const portal = await start();
    await deployment(admin)(portal);
    await request(portal, 11);
    await portal.happen('access-7-2', [{ type: 'ApiAccessDenied', data: decision(11) }], admin);
    expect(await told(portal)).toEqual(['5 access-denied']);
    await request(portal, 12);
    await portal.happen(
      'access-7-2',
      [
        { type: 'ApiAccessApproved', data: decision(12) },
        { type: 'ApiAccessGranted', data: { grantId: 21, ...pair, requestId: 12 } },
      ],
      admin,
    );
    expect(await told(portal)).toEqual(['5 access-denied', '5 access-approved']);
    await key({ ...somebody, userId: 10 }, 21)(portal);
    await portal.happen('access-7-2', [{ type: 'ApiAccessRevoked', data: { grantId: 21, ...pair } }], admin);
    const all = ['5 access-denied', '5 access-approved', '5 access-revoked', '6 access-revoked', '10 access-revoked'];
    expect(await told(portal)).toEqual(all);
    expect(
      await portal.rows("select request_id, api_id, organization_id from notices where kind = 'access-denied'"),
    ).toEqual([{ request_id: 11, api_id: 7, organization_id: 2 }]);
  });

  test('who decides is told of a request until it is decided', async () => {
    const portal = await start();
    const officer = (userId: number, role: 'ROLE_PORTAL_ADMIN' | 'ROLE_KONG_ADMIN') => {
      const { type, data } = registered(userId, 1, 'ROLE_COMPANY_USER');
      return portal.happen(`user-${userId}`, [{ type, data: { ...data, roles: [role] } }]);
    };
    await officer(admin.userId, 'ROLE_PORTAL_ADMIN');
    await officer(12, 'ROLE_PORTAL_ADMIN');
    await officer(13, 'ROLE_KONG_ADMIN');
    await request(portal, 11);
    expect(await told(portal)).toEqual(['8 access-asked', '12 access-asked']);
    expect(await portal.rows('select distinct named_organization_id, api_id, request_id from notices')).toEqual([
      { named_organization_id: 2, api_id: 7, request_id: 11 },
    ]);
    await portal.happen('access-7-2', [{ type: 'ApiAccessDenied', data: decision(11) }], admin);
    expect(await told(portal)).toEqual(['5 access-denied']);
  });

  test('nobody is told of their own decision', async () => {
    const portal = await start();
    await portal.happen(
      'access-7-2',
      [{ type: 'ApiAccessRequested', data: { requestId: 11, ...pair, requestedBy: admin.userId, reason: '' } }],
      admin,
    );
    await portal.happen(
      'access-7-2',
      [{ type: 'ApiAccessDenied', data: { ...decision(11), requestedBy: admin.userId } }],
      admin,
    );
    expect(await told(portal)).toEqual([]);
  });
});

describe('keys', () => {
  const rotate = (portal: Portal, until: string) =>
    portal.happen('consumer-4', [
      {
        type: 'CredentialRotationRequested',
        data: { ...ofKey('rotate'), credentials: credentialsOf('two'), generation: 2, until },
      },
    ]);

  test('a reminder comes a day before the old credentials end, also to the person who rotated them, and not if they end early', async () => {
    const portal = await start();
    await deployment(admin)(portal);
    await key(somebody)(portal);
    await rotate(portal, '2026-01-12T08:00:00.000Z');
    expect(await told(portal)).toEqual(['5 key-ending', '6 key-ending']);
    expect(await portal.rows('select at, ends_at, subject, environment from notices where user_id = 5')).toEqual([
      {
        at: new Date('2026-01-11T08:00:00Z'),
        ends_at: new Date('2026-01-12T08:00:00Z'),
        subject: 'till',
        environment: configOf({}).environment,
      },
    ]);
    await portal.happen('consumer-4', [
      { type: 'PreviousCredentialsEnded', data: { ...ofKey('end'), generation: 1, reason: 'early' } },
    ]);
    // Whoever ended them knows.
    expect(await told(portal)).toEqual(['6 key-ended']);
  });

  test('everybody is told of credentials that ended by time', async () => {
    const portal = await start();
    await deployment(admin)(portal);
    await key(somebody)(portal);
    await portal.happen(
      'consumer-4',
      [{ type: 'PreviousCredentialsEnded', data: { ...ofKey('end'), generation: 1, reason: 'due' } }],
      worker,
    );
    expect(await told(portal)).toEqual(['5 key-ended', '6 key-ended']);
  });

  test('a failed rotation leaves no reminder of an end', async () => {
    const portal = await start();
    await deployment(admin)(portal);
    await key(somebody)(portal);
    await rotate(portal, '2026-01-12T08:00:00.000Z');
    await portal.happen(
      'consumer-4',
      [{ type: 'ConsumerFailed', data: { consumerId: 4, operationId: idOf('rotate') } }],
      worker,
    );
    expect(await told(portal)).toEqual([]);
  });

  test('the others are told of a deleted key once it is removed, but not if a revocation told them already', async () => {
    const portal = await start();
    await deployment(admin)(portal);
    await key(somebody)(portal);
    const by = { ...somebody, userId: companyAdmin };
    await portal.happen('consumer-4', [{ type: 'ConsumerRemovalRequested', data: ofKey('remove') }], by);
    expect(await told(portal)).toEqual([]);
    await portal.happen(
      'consumer-4',
      [{ type: 'ConsumerRemoved', data: { consumerId: 4, operationId: idOf('remove') } }],
      worker,
    );
    expect(await told(portal)).toEqual(['5 key-removed']);
  });
});

describe('an organization that may be deleted', () => {
  const deletion = { organizationId: 2, requestId: 31, requestedBy: 8 };

  test.each(['OrganizationDeletionDenied', 'OrganizationDeletionWithdrawn'] as const)(
    'is told to partners who may call its APIs before it is decided; so is its end (%s)',
    async (type) => {
      const portal = await start();
      await portal.happen('user-11', [registered(11, 4, 'ROLE_COMPANY_ADMIN')]);
      await deployment(admin)(portal);
      await key(somebody)(portal);
      await key({ ...somebody, userId: 10 }, null, { consumerId: 5, organizationId: 3 })(portal);
      await portal.happen('access-7-4', [
        { type: 'ApiAccessGranted', data: { grantId: 22, apiId: 7, organizationId: 4, requestId: null } },
      ]);
      await portal.happen('organization-2', [{ type: 'OrganizationDeletionRequested', data: deletion }], admin);
      const ending = ['8 access-given', '9 access-ending', '10 access-ending', '11 access-ending'];
      expect(await told(portal)).toEqual(ending);
      expect(
        await portal.rows('select organization_id, named_organization_id from notices where user_id = 11'),
      ).toEqual([{ organization_id: 4, named_organization_id: 2 }]);
      await portal.happen('organization-2', [{ type, data: deletion }], admin);
      expect(await told(portal)).toEqual([...ending, '9 access-stays', '10 access-stays', '11 access-stays']);
    },
  );
});

describe('deployments and operations', () => {
  test('the person who deployed, and the owners of keys, are told of a removed deployment', async () => {
    const portal = await start();
    await deployment(admin)(portal);
    await key(somebody)(portal);
    const deleter = { ...admin, userId: 12 };
    const operationId = idOf('undeploy');
    await portal.happen(
      'deployment-3',
      [{ type: 'UndeploymentRequested', data: { deploymentId: 3, operationId, apiId: 7 } }],
      deleter,
    );
    await portal.happen('consumer-4', [{ type: 'ConsumerRemoved', data: { consumerId: 4, operationId } }], worker);
    await portal.happen(
      'deployment-3',
      [{ type: 'DeploymentRemoved', data: { deploymentId: 3, operationId } }],
      worker,
    );
    expect(await told(portal)).toEqual(['5 deployment-removed', '6 deployment-removed', '8 deployment-removed']);
    expect(await portal.rows('select keys, by_user_id from notices order by user_id')).toEqual([
      { keys: 1, by_user_id: 12 },
      { keys: 1, by_user_id: 12 },
      { keys: 0, by_user_id: 12 },
    ]);
  });

  test('nobody is told of what a worker did for them', async () => {
    const portal = await start();
    await deployment(admin)(portal);
    const operationId = idOf('undeploy');
    await portal.happen(
      'deployment-3',
      [{ type: 'UndeploymentRequested', data: { deploymentId: 3, operationId, apiId: 7 } }],
      admin,
    );
    await portal.happen(
      'deployment-3',
      [{ type: 'DeploymentRemoved', data: { deploymentId: 3, operationId } }],
      worker,
    );
    expect(await told(portal)).toEqual([]);
  });

  test('the person who asked is told of a failed operation, and of its successful replay', async () => {
    const portal = await start();
    await deployment(somebody)(portal);
    const stream = `operation-${idOf('deploy')}`;
    await portal.happen(stream, [{ type: 'OperationStarted', data: { attempt: 1, worker: 'w' } }], worker);
    await portal.happen(
      stream,
      [{ type: 'OperationFailed', data: { attempt: 1, class: 'permanent', problems: [{ code: 'gateway.refused' }] } }],
      worker,
    );
    expect(await told(portal)).toEqual(['5 operation-failed']);
    await portal.happen(stream, [{ type: 'OperationReplayRequested', data: { replay: 1, reason: 'again' } }], admin);
    await portal.happen(stream, [{ type: 'OperationStarted', data: { attempt: 2, worker: 'w' } }], worker);
    await portal.happen(stream, [{ type: 'OperationCompleted', data: { attempt: 2 } }], worker);
    expect(await told(portal)).toEqual(['5 operation-failed', '5 operation-recovered']);
  });

  test.each([
    [admin, ['5 operation-cancelled']],
    [somebody, []],
  ])('the person who asked is told that somebody else cancelled it', async (canceller, expected) => {
    const portal = await start();
    await deployment(somebody)(portal);
    const asked = { type: 'OperationCancelRequested', data: { replay: 0, reason: 'nobody wants it' } } as const;
    await portal.happen(`operation-${idOf('deploy')}`, [asked], canceller);
    expect(await told(portal)).toEqual(expected);
  });

  test('an operation that succeeds at once makes no notice', async () => {
    const portal = await start();
    await deployment(somebody)(portal);
    const stream = `operation-${idOf('deploy')}`;
    await portal.happen(stream, [{ type: 'OperationStarted', data: { attempt: 1, worker: 'w' } }], worker);
    await portal.happen(stream, [{ type: 'OperationCompleted', data: { attempt: 1 } }], worker);
    expect(await told(portal)).toEqual([]);
  });
});

test('a deleted API is told to its publisher and to those who wait for access; a closed issue to its reporter', async () => {
  const portal = await start();
  await portal.happen('access-7-2', [
    { type: 'ApiAccessRequested', data: { requestId: 11, ...pair, requestedBy: somebody.userId, reason: '' } },
  ]);
  await portal.happen('issue-1', [
    {
      type: 'IssueReported',
      data: {
        issueId: 1,
        reporterId: 5,
        organizationId: 2,
        applicationId: null,
        title: 'T',
        description: 'D',
        file: null,
      },
    },
  ]);
  await portal.happen('issue-1', [{ type: 'IssueClosed', data: { issueId: 1 } }], admin);
  const deleter = { ...admin, userId: 12 };
  await portal.happen(
    'api-7',
    [{ type: 'ApiDeletionRequested', data: { apiId: 7, operationId: idOf('gone') } }],
    deleter,
  );
  await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }], worker, idOf('gone'));
  expect(await told(portal)).toEqual(['5 issue-closed', '5 api-deleted', '8 api-deleted']);
});

describe('the owners of an application', () => {
  const own = (portal: Portal, owners: readonly number[]) =>
    portal.happen('application-4', [
      {
        type: 'ApplicationRegistered',
        data: {
          applicationId: 4,
          organizationId: 2,
          name: 'Shop',
          description: '',
          external: true,
          owners: [...owners],
        },
      },
    ]);
  const deleteApi = async (portal: Portal) => {
    const deleter = { ...admin, userId: 12 };
    const operationId = idOf('gone');
    await portal.happen('api-7', [{ type: 'ApiDeletionRequested', data: { apiId: 7, operationId } }], deleter);
    await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }], worker, operationId);
  };

  test('are told as its publisher is, as long as they are owners and belong to its organization', async () => {
    const portal = await start();
    for (const id of [14, 15, 16]) await portal.happen(`user-${id}`, [registered(id, 2, 'ROLE_COMPANY_USER')]);
    await own(portal, [5, 14, 15, 9]);
    await portal.happen('application-4', [
      { type: 'OwnerAdded', data: { applicationId: 4, userId: 16 } },
      { type: 'OwnerRemoved', data: { applicationId: 4, userId: 14 } },
    ]);
    await portal.happen('user-15', [{ type: 'UserMoved', data: { userId: 15, from: 2, to: 3 } }]);
    const access = { grantId: 22, apiId: 7, organizationId: 4 };
    await portal.happen('access-7-4', [{ type: 'ApiAccessGranted', data: { ...access, requestId: null } }], worker);
    await portal.happen('access-7-4', [{ type: 'ApiAccessRevoked', data: access }], worker);
    await deleteApi(portal);
    const each = ['5', '8', '16'];
    expect(await told(portal)).toEqual(
      ['access-given', 'access-taken', 'api-deleted'].flatMap((kind) => each.map((id) => `${id} ${kind}`)),
    );
  });

  test('are told of an API that got its application later', async () => {
    const portal = await start();
    await own(portal, []);
    const application = { applicationId: 6, organizationId: 2, name: 'Till', description: '', external: true };
    await portal.happen('application-6', [
      { type: 'ApplicationRegistered', data: { ...application, owners: [companyAdmin] } },
    ]);
    await portal.happen('api-7', [{ type: 'ApiAssigned', data: { apiId: 7, applicationId: 6 } }]);
    await deleteApi(portal);
    expect(await told(portal)).toEqual(['6 api-deleted', '8 api-deleted']);
  });
});

test('the person who deletes an API is not told of its removed parts', async () => {
  const portal = await start();
  await deployment(admin)(portal);
  await portal.happen(
    'api-7',
    [{ type: 'ApiDeletionRequested', data: { apiId: 7, operationId: idOf('gone') } }],
    admin,
  );
  const operationId = idOf('undeploy');
  const undeployment = { deploymentId: 3, operationId };
  await portal.happen(
    'deployment-3',
    [{ type: 'UndeploymentRequested', data: { ...undeployment, apiId: 7 } }],
    worker,
    idOf('gone'),
  );
  await portal.happen('deployment-3', [{ type: 'DeploymentRemoved', data: undeployment }], worker, operationId);
  await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }], worker, idOf('gone'));
  expect(await told(portal)).toEqual([]);
});

test('of what is lost at a gateway each person hears once for a look: who deployed, the company, the administrators', async () => {
  const portal = await start();
  const administrator = registered(12, 3, 'ROLE_COMPANY_USER');
  await portal.happen('user-12', [{ ...administrator, data: { ...administrator.data, roles: ['ROLE_KONG_ADMIN'] } }]);
  await deployment(somebody)(portal);
  const lost = (look: string) =>
    portal.happen(
      'drift-3',
      [
        {
          type: 'ProtectionLost',
          data: {
            deploymentId: 3,
            apiId: 7,
            gatewayId: 1,
            operationId: idOf('back'),
            look,
            objects: [{ label: 'plugin acl', found: 'missing' }],
            keys: [],
            intactAt: null,
          },
        },
      ],
      worker,
    );
  await lost('1/1');
  await lost('1/1');
  expect(await told(portal)).toEqual(['5 protection-lost', '6 protection-lost', '12 protection-lost']);
  expect(await portal.rows('select distinct others from notices')).toEqual([{ others: 1 }]);
  await lost('1/2');
  expect(await told(portal)).toHaveLength(6);
});
