import { expect, it } from 'vitest';
import { routes } from '#bff/routes.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { createWishes } from './commands.ts';
import { createLogView } from './log-view.ts';
import { commanders } from './world/people.ts';
import { seededRandom } from './world/random.ts';

const facts = {
  gatewayId: 1,
  applicationId: 1,
  internalId: 1,
  partnerId: 2,
  echoUrl: 'http://127.0.0.1:9',
  userIds: Object.fromEntries(commanders.map((name, at) => [name, at + 1])) as Record<
    (typeof commanders)[number],
    number
  >,
};

/** Returns a log in which every command has something to work on. */
const fullLog = () => {
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
  happen('access-1-2', 'ApiAccessGranted', { apiId: 1, organizationId: 2, grantId: 4 });
  happen('access-2-2', 'ApiAccessRequested', { apiId: 2, organizationId: 2, requestId: 3 });
  happen('business-area-9', 'BusinessAreaAdded', { businessAreaId: 9 });
  happen('business-area-8', 'BusinessAreaAdded', { businessAreaId: 8 });
  happen('business-area-8', 'BusinessAreaRemoved', { businessAreaId: 8 });
  return view;
};

const takes = (path: string, target: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(target);

it('each noun names commands of the sweep in its own folder, and each is a call that there is', () => {
  const { commands } = createWishes(fullLog(), facts, seededRandom(1));
  expect(Object.keys(commands)).toEqual(expect.arrayContaining(['publish', 'deploy', 'add key', 'add business area']));
  for (const [kind, { wish }] of Object.entries(commands)) {
    const { method, path } = wish()?.call ?? { method: '', path: 'nothing to work on' };
    const found = routes.filter((route) => route.method.toUpperCase() === method && takes(route.path, path));
    expect(found, `${kind}: ${method} ${path}`).not.toEqual([]);
  }
});

it('a command without anything to work on is not sent', () => {
  const { commands } = createWishes(createLogView(), facts, seededRandom(1));
  const sent = Object.entries(commands).filter(([, { wish }]) => wish());
  expect(sent.map(([kind]) => kind).sort()).toEqual(['add application', 'add business area', 'publish']);
});

it('only what lives is changed', () => {
  const { commands } = createWishes(fullLog(), facts, seededRandom(1));
  expect(commands['remove business area']?.wish()?.call.path).toBe('/api/business-area/9');
});
