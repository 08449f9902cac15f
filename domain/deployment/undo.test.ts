import { expect, it } from 'vitest';
import { type Recorded, undoOf } from '../undo/undo.ts';
import { type DeploymentConfig, plainDeployment } from './deployment.ts';

const plain: DeploymentConfig = {
  name: 'Payments',
  environment: 'DEV',
  authentication: 'apikey',
  contextPath: 'payments',
  upstreamUrl: 'https://payments.example',
  gatewayId: 1,
  tokenExpiration: 3_600,
  ratePerMinute: null,
  ...plainDeployment,
};

/** Each deploys another form of deployment 7. */
const deployed = (...forms: readonly Partial<DeploymentConfig>[]): Recorded[] =>
  forms.map((form, index) => ({
    id: String(index + 1),
    version: index + 1,
    type: 'DeploymentRequested',
    data: { deploymentId: 7, apiId: 1, operationId: `operation ${index}`, from: null, to: { ...plain, ...form } },
    meta: {},
  }));

const counted = { ratePerMinute: 60 };

it.each([
  ['a key in the query', [{ authentication: 'oauth2' }, {}, { keyInQuery: true }]],
  ['counting together', [{}, counted, { ...counted, countsTogether: true }]],
  ['a Redis to count in', [{}, counted, { ...counted, redis: { resourceId: 3, name: 'Main Redis' } }]],
] as const)('a change is not taken back when %s, set since, means nothing without it', (_what, forms) => {
  const events = deployed(...(forms as readonly Partial<DeploymentConfig>[]));
  expect(undoOf(events, '2', () => undefined)).toMatchObject({ reason: 'moved' });
  expect(undoOf(events.slice(0, 2), '2', () => undefined)).toHaveProperty('opposite');
});
