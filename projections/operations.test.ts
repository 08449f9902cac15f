import { expect, test } from 'vitest';
import { configOf, credentialsOf, idOf, published } from '#test/world/sample-events.ts';
import { openPortal, type Portal } from './engine/fixture/open-portal.ts';

const deploy = idOf('deploy');
const stream = `operation-${deploy}`;

/** Somebody of organization 2 asks for a deployment of API 7. */
const requested = async (): Promise<Portal> => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  await portal.happen('api-7', [published(7)]);
  await portal.happen('deployment-8', [
    {
      type: 'DeploymentRequested',
      data: { deploymentId: 8, operationId: deploy, apiId: 7, from: null, to: configOf() },
    },
  ]);
  return portal;
};

const row = async (portal: Portal) => {
  expect(await portal.caughtUp()).toBe(true);
  return (await portal.rows(`select * from operations where id = '${deploy}'`))[0];
};

test('an operation begins with the event that requests it, by whom and about what', async () => {
  expect(await row(await requested())).toMatchObject({
    kind: 'deploy',
    state: 'requested',
    api_id: 7,
    api_name: 'Payments',
    subject_noun: 'deployment',
    subject_id: '8',
    place: 'deployment-8',
    resource: 'gateway-1',
    subject: 'payments-dev',
    environment: 'DEV',
    organization_id: 2,
    requested_by: 5,
    attempt: 0,
    steps: [],
    problems: [],
    search: 'payments\npayments-dev',
  });
});

test('an operation shows its attempts, steps and why it waits, until it has ended', async () => {
  const portal = await requested();
  const problem = { code: 'gateway.unreachable', parameters: { status: 503 } };
  await portal.happen(stream, [
    { type: 'OperationStarted', data: { attempt: 1, worker: 'one' } },
    { type: 'OperationStepApplied', data: { attempt: 1, step: 'service', target: 'payments-dev', result: 'created' } },
  ]);
  expect(await row(portal)).toMatchObject({
    state: 'started',
    attempt: 1,
    steps: [{ at: '2026-01-05T08:00:03.000Z', attempt: 1, step: 'service', target: 'payments-dev', result: 'created' }],
  });
  await portal.happen(stream, [
    {
      type: 'OperationDelayed',
      data: { attempt: 1, class: 'retry', problem, nextAttemptAt: '2026-01-05T09:00:00.000Z' },
    },
  ]);
  expect(await row(portal)).toMatchObject({
    state: 'waiting',
    problems: [problem],
    failure_class: 'retry',
    next_attempt_at: new Date('2026-01-05T09:00:00Z'),
  });
  await portal.happen(stream, [{ type: 'OperationStarted', data: { attempt: 2, worker: 'two' } }]);
  expect(await row(portal)).toMatchObject({ state: 'started', attempt: 2, problems: [], next_attempt_at: null });
  await portal.happen(stream, [
    { type: 'OperationFailed', data: { attempt: 2, class: 'permanent', problems: [problem] } },
  ]);
  expect(await row(portal)).toMatchObject({ state: 'failed', problems: [problem], failure_class: 'permanent' });
  await portal.happen(stream, [
    { type: 'OperationReplayRequested', data: { replay: 1, reason: 'the gateway is back' } },
  ]);
  expect(await row(portal)).toMatchObject({ state: 'requested', replay: 1, problems: [], failure_class: null });
  await portal.happen(stream, [
    { type: 'OperationStarted', data: { attempt: 3, worker: 'one' } },
    { type: 'OperationCompleted', data: { attempt: 3 } },
  ]);
  expect(await row(portal)).toMatchObject({ state: 'completed', attempt: 3, stream_version: 8 });
});

test('operations keep their names when the deployment is gone, and follow a new name of the API', async () => {
  const portal = await requested();
  const undeploy = idOf('undeploy');
  await portal.happen('deployment-8', [
    { type: 'UndeploymentRequested', data: { deploymentId: 8, operationId: undeploy, apiId: 7 } },
    { type: 'DeploymentRemoved', data: { deploymentId: 8, operationId: undeploy } },
  ]);
  await portal.happen('consumer-9', [
    {
      type: 'ConsumerRequested',
      data: {
        consumerId: 9,
        operationId: idOf('add'),
        deploymentId: 8,
        apiId: 7,
        organizationId: 3,
        nickname: '',
        rateLimit: null,
        requestTransformer: null,
        credentials: credentialsOf('till'),
        grantId: null,
      },
    },
  ]);
  const from = { name: 'Payments', description: 'Takes money', sourceRepo: '', businessAreaId: null };
  await portal.happen('api-7', [{ type: 'ApiDetailsChanged', data: { apiId: 7, from, to: { ...from, name: 'Pay' } } }]);
  expect(await portal.caughtUp()).toBe(true);
  const deployment = { subject_noun: 'deployment', subject_id: '8' };
  expect(
    await portal.rows(
      'select kind, api_name, subject, environment, subject_noun, subject_id from operations order by requested_at',
    ),
  ).toEqual([
    { kind: 'deploy', api_name: 'Pay', subject: 'payments-dev', environment: 'DEV', ...deployment },
    { kind: 'undeploy', api_name: 'Pay', subject: 'payments-dev', environment: 'DEV', ...deployment },
    {
      kind: 'add-consumer',
      api_name: 'Pay',
      subject: 'payments-dev',
      environment: 'DEV',
      subject_noun: 'consumer',
      subject_id: '9',
    },
  ]);
});
