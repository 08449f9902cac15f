import { expect, it } from 'vitest';
import { routes } from '#bff/routes.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { confirmationPath } from '#domain/registration/confirmation.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { createWishes } from './commands.ts';
import { createLogView } from './log-view.ts';
import type { ChaosWish } from './noun-commands.ts';
import { everybody } from './world/people.ts';
import { seededRandom } from './world/random.ts';

const facts = {
  gatewayId: 1,
  secondGatewayId: 2,
  applicationId: 1,
  internalId: 1,
  partnerId: 2,
  echoUrl: 'http://127.0.0.1:9',
  userIds: Object.fromEntries(everybody.map((name, at) => [name, at + 1])) as Record<
    (typeof everybody)[number],
    number
  >,
};

const none = { all: () => [] };
const link = `https://portal.example${confirmationPath}#${'t'.repeat(43)}`;
const inbox = { all: () => [{ number: 1, id: 'm', to: 'a@b.example', text: link }] };

/** Returns a log in which every command has something to work on. */
const fullLog = ({ isByTwo = false } = {}) => {
  const view = createLogView();
  const happen = (stream: string, type: PorticoEvent['type'], data: object) =>
    view.take({
      ...{ type, data, stream, id: type, version: 1, position: '1' },
      meta: { actor: { userId: 0, organizationId: 1, roles: [] }, commandId: 'none', correlationId: 'test', time: '' },
    } as unknown as RecordedEvent<PorticoEvent>);
  for (const apiId of [1, 2, 3]) happen(`api-${apiId}`, 'ApiPublished', { apiId, details: { name: `Chaos ${apiId}` } });
  const config = { name: 'a', contextPath: 'a', environment: 'DEV', upstreamUrl: 'http://a', authentication: 'apikey' };
  happen('deployment-5', 'DeploymentRequested', { deploymentId: 5, apiId: 1, operationId: 'deploy', to: config });
  happen('deployment-5', 'DeploymentApplied', { deploymentId: 5, apiId: 1, operationId: 'deploy' });
  happen('operation-deploy', 'OperationCompleted', {});
  const key = { consumerId: 7, deploymentId: 5, apiId: 1, organizationId: 1, operationId: 'key' };
  happen('consumer-7', 'ConsumerRequested', { ...key, credentials: { apiKey: null, oauth2: null } });
  happen('consumer-7', 'ConsumerApplied', key);
  happen('operation-key', 'OperationCompleted', {});
  const rotated = { ...key, consumerId: 6, credentials: { apiKey: { secretId: 's' }, oauth2: null } };
  happen('consumer-6', 'ConsumerRequested', rotated);
  happen('consumer-6', 'CredentialRotationRequested', rotated);
  happen('consumer-6', 'ConsumerApplied', rotated);
  happen('organization-3', 'OrganizationRegistered', { organizationId: 3, name: 'chaos a', external: true });
  happen('organization-4', 'OrganizationRegistered', { organizationId: 4, name: 'chaos b', external: true });
  happen('organization-4', 'OrganizationDeactivated', { organizationId: 4, operationId: 'off' });
  happen('organization-5', 'OrganizationRegistered', { organizationId: 5, name: 'chaos c', external: true });
  const asked = { organizationId: 5, requestId: 1, requestedBy: 1 };
  happen('organization-5', 'OrganizationDeletionRequested', asked);
  happen('application-4', 'ApplicationRegistered', { applicationId: 4, name: 'chaos d', organizationId: 1 });
  const person = { organizationId: 3, firstname: 'Chaos', lastname: 'A', email: 'chaos.a@chaos.example', roles: [] };
  for (const userId of [...Object.values(facts.userIds), 20, 21])
    happen(`user-${userId}`, 'UserRegistered', { ...person, userId });
  happen('user-21', 'UserDisabled', { userId: 21 });
  happen('user-23', 'UserRegistered', { ...person, email: 'chaos.b@chaos.example', userId: 23 });
  happen('user-23', 'UserDeleted', { userId: 23 });
  const erasure = { kind: 'erasure', userId: 24, revision: 2 };
  happen('approval-3', 'ApprovalRequested', { approvalId: 3, requestedBy: 1, hash: 'revision-2', change: erasure });
  happen('review-round-2', 'ReviewRoundStarted', { reviewRoundId: 2 });
  const line = { line: 1, kind: 'key', thingId: 7 };
  happen('review-round-2', 'ReviewLinesListed', { reviewRoundId: 2, lines: [line] });
  happen('registration-2', 'RegistrationRequested', { ...person, registrationId: 2, userId: 22 });
  happen('access-1-2', 'ApiAccessGranted', { apiId: 1, organizationId: 2, grantId: 4 });
  happen('access-2-2', 'ApiAccessRequested', { apiId: 2, organizationId: 2, requestId: 3 });
  happen('business-area-9', 'BusinessAreaAdded', { businessAreaId: 9 });
  happen('business-area-8', 'BusinessAreaAdded', { businessAreaId: 8 });
  happen('business-area-8', 'BusinessAreaRemoved', { businessAreaId: 8 });
  for (const eventCategoryId of [12, 13, 14])
    happen(`event-category-${eventCategoryId}`, 'EventCategoryAdded', { eventCategoryId });
  happen('access-12-2-event', 'EventAccessGranted', { eventCategoryId: 12, organizationId: 2, grantId: 5 });
  happen('access-13-2-event', 'EventAccessRequested', { eventCategoryId: 13, organizationId: 2, requestId: 4 });
  happen('resource-6', 'KafkaRegistered', { resourceId: 6 });
  happen('event-topic-3', 'EventTopicAddRequested', { eventTopicId: 3, operationId: 'topic' });
  happen('event-subscription-4', 'EventSubscriptionRequested', { eventSubscriptionId: 4, operationId: 'subscription' });
  if (isByTwo) happen('approval-rule-2', 'PeopleRuleSet', { twoPeople: true });
  return view;
};

/** Chance decides on what a command works, and sometimes there is nothing of that kind. */
const eventually = (wish: () => ChaosWish | undefined): ChaosWish | undefined => {
  for (let tries = 0; tries < 50; tries += 1) {
    const made = wish();
    if (made) return made;
  }
  return undefined;
};

const takes = (path: string, target: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(target);

it('each noun names commands of the sweep in its own folder, and each is a call that there is', () => {
  // Two people are needed, or not yet.
  const [commands = {}, byTwo = {}] = [fullLog(), fullLog({ isByTwo: true })].map(
    (view) => createWishes(view, facts, seededRandom(1), inbox).commands,
  );
  expect(Object.keys(commands)).toEqual(
    expect.arrayContaining(['publish', 'deploy', 'add key', 'add business area', 'approve change', 'start review']),
  );
  for (const [kind, { wish }] of Object.entries(commands)) {
    const found = eventually(wish) ?? eventually(() => byTwo[kind]?.wish());
    const { method, path } = found?.call ?? { method: '', path: 'nothing to work on' };
    const calls = routes.filter(
      (route) => route.method.toUpperCase() === method && takes(route.path, path.split('?')[0] ?? ''),
    );
    expect(calls, `${kind}: ${method} ${path}`).not.toEqual([]);
  }
});

it('a command without anything to work on is not sent', () => {
  const { commands } = createWishes(createLogView(), facts, seededRandom(1), none);
  const sent = Object.entries(commands).filter(([, { wish }]) => wish());
  expect(sent.map(([kind]) => kind).sort()).toEqual([
    'add application',
    'add business area',
    'add organization',
    'add person',
    'have people erased by two',
    'publish',
    'sign up',
    'start review',
  ]);
});

it('only what lives is changed', () => {
  const { commands } = createWishes(fullLog(), facts, seededRandom(1), inbox);
  expect(commands['remove business area']?.wish()?.call.path).toBe('/api/business-area/9');
});

it('a topic that is being removed was removed so: whoever asks again hears that it is under way', () => {
  const view = fullLog();
  const { commands } = createWishes(view, facts, seededRandom(1), inbox);
  const wasSo = commands['remove event topic']?.wish()?.wasSo;
  expect(wasSo?.(view, 0, 0)).toBe(false);
  view.take({
    ...{ type: 'EventTopicRemovalRequested', stream: 'event-topic-3', id: 'r', version: 2, position: '2' },
    data: { eventTopicId: 3, operationId: 'gone' },
    meta: { actor: { userId: 1, organizationId: 1, roles: [] }, commandId: 'c', correlationId: 'test', time: '' },
  } as unknown as RecordedEvent<PorticoEvent>);
  expect(wasSo?.(view, 0, 0)).toBe(true);
});
