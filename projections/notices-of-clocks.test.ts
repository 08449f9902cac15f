import { expect, test } from 'vitest';
import type { ClockKind } from '#domain/clock/kinds.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { examples as differences } from '#domain/difference/examples.ts';
import { examples as kafkaDifferences } from '#domain/kafka-difference/examples.ts';
import { registered, start, told } from './engine/fixture/notice-portal.ts';
import type { Portal } from './engine/fixture/open-portal.ts';

const [gateway, kafka] = [differences.events, kafkaDifferences.events];
const { deploymentId, objectId } = gateway.DifferenceFound as Readonly<{ deploymentId: number; objectId: string }>;
const difference = differenceIdOf(deploymentId, objectId);
const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';

const overdue = (portal: Portal, kind: ClockKind, key: string) => {
  const since = '2026-11-20T08:00:00.000Z';
  const people = [{ userId: 9, as: 'portal-administrators' as const }];
  const data = { kind, key, since, dueAt: since, about: 'orders', told: people };
  return portal.happen(`clock-${kind}-${key}`, [{ type: 'DecisionOverdue', data }]);
};
const overdueTold = async (portal: Portal) =>
  (await told(portal)).filter((notice) => notice === '9 decision-overdue').length;

test('the notice that nobody decided goes with what was to be decided', async () => {
  const portal = await start();
  await overdue(portal, 'drift', difference);
  await overdue(portal, 'drift', 'deployment-9-of-another-kind');
  await overdue(portal, 'drift', `${deploymentId}1-${objectId}`);
  expect(await overdueTold(portal)).toBe(3);
  await portal.happen(`deployment-${deploymentId}`, [
    { type: 'DeploymentRemoved', data: { deploymentId, operationId } },
  ]);
  expect(await overdueTold(portal)).toBe(2);

  for (const key of ['event-topic-12-settings', 'event-topic-12-acl', 'event-subscription-12-user', 'resource-12-acl'])
    await overdue(portal, 'drift', key);
  expect(await overdueTold(portal)).toBe(6);
  await portal.happen('kafka-difference-event-topic-12-settings', [
    { type: 'KafkaProtectionLost', data: kafka.KafkaProtectionLost as never },
    { type: 'KafkaProtectionPutBack', data: kafka.KafkaProtectionPutBack as never },
  ]);
  expect(await overdueTold(portal)).toBe(5);
  await portal.happen('event-topic-12', [{ type: 'EventTopicRemoved', data: { eventTopicId: 12, operationId } }]);
  expect(await overdueTold(portal)).toBe(4);
  await portal.happen('event-subscription-12', [
    { type: 'EventSubscriptionRemoved', data: { eventSubscriptionId: 12, operationId } },
  ]);
  expect(await overdueTold(portal)).toBe(3);
});

test('the notice that nobody decided about access goes with the API', async () => {
  const portal = await start();
  const request = { apiId: 7, organizationId: 2, requestId: 41, reason: '' };
  await portal.happen('access-7-2', [
    { type: 'ApiAccessRequested', data: { ...request, requestedBy: 5 } },
    { type: 'ApiAccessRequestJoined', data: { ...request, requestedBy: 6 } },
  ]);
  await overdue(portal, 'access', '41');
  await overdue(portal, 'access', '4');
  expect(await overdueTold(portal)).toBe(2);
  await portal.happen('api-7', [{ type: 'ApiDeleted', data: { apiId: 7 } }]);
  expect(await overdueTold(portal)).toBe(1);
});

test('a difference whose answer failed waits anew, and is as old as it is', async () => {
  const portal = await start();
  await portal.happen('user-8', [registered(8, 1, 'ROLE_COMPANY_ADMIN')]);
  const row = async () => {
    expect(await portal.caughtUp()).toBe(true);
    const [found] = await portal.rows('select state, found_at, waits_since from differences');
    return found;
  };
  const stream = `difference-${difference}`;
  await portal.happen(stream, [{ type: 'DifferenceFound', data: gateway.DifferenceFound as never }]);
  const before = await row();
  expect(before?.waits_since).toEqual(before?.found_at);
  await portal.happen(stream, [
    { type: 'DifferenceReapplyRequested', data: gateway.DifferenceReapplyRequested as never },
  ]);
  await portal.happen(stream, [{ type: 'DifferenceAnswerFailed', data: gateway.DifferenceAnswerFailed as never }]);
  const after = await row();
  expect(after).toMatchObject({ state: 'open', found_at: before?.found_at });
  expect(Number(after?.waits_since)).toBeGreaterThan(Number(before?.waits_since));
});
