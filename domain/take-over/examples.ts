import fc from 'fast-check';
import { anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { plainDeployment } from '../deployment/deployment.ts';
import { takeOverDecider } from './decider.ts';
import { takeOverIdOf } from './take-over-id.ts';

const serviceIds = ['4b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', '5b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'] as const;
const place = { gatewayId: 12, serviceId: serviceIds[0] };
const outcome = { operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', ...place, deploymentId: 13 };

const config = {
  name: 'name text',
  environment: 'DEV',
  authentication: 'apikey',
  contextPath: 'context-path-text',
  upstreamUrl: 'http://upstream.example/text',
  gatewayId: 12,
  tokenExpiration: 14,
  ratePerMinute: null,
  ...plainDeployment,
  former: {
    serviceId: serviceIds[0],
    fields: { retries: 2 },
    keyNames: ['key name text'],
    routes: [{ id: '6b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', fields: { paths: ['/path-text'] } }],
  },
} as const;
const keys = [
  {
    credentialId: '7b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
    callerId: '8b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
    consumerId: 15,
    nickname: 'nickname text',
  },
];
const request = {
  ...outcome,
  name: 'service text',
  seen: 'seen text',
  apiId: 16,
  organizationId: 17,
  grantId: 18,
  config,
  keys,
} as const;

const services = serviceIds.map((serviceId) => ({ id: takeOverIdOf(1, serviceId), gatewayId: 1, serviceId }));

export const examples = nounExamples(takeOverDecider, {
  events: {
    ServiceTakeOverRequested: structuredClone(request) as never,
    ServiceTakeOverBegun: outcome,
    ServiceTakenOver: outcome,
    ServiceTakeOverFailed: outcome,
    ServiceSkipped: { ...place, name: 'service text', reason: 'reason text' },
    ServiceReopened: place,
  },
  steps: ({ request: asks, step }) =>
    services.flatMap(({ id, gatewayId, serviceId }) => [
      asks(fc.constant(id), 'RequestTakeOver', () =>
        fc.record({
          operationId: anyOperation,
          gatewayId: fc.constant(gatewayId),
          serviceId: fc.constant(serviceId),
          name: fc.constantFrom('orders', 'payments'),
          seen: fc.constant('as-it-was'),
          apiId: fc.constantFrom(1, 2),
          deploymentId: fc.constantFrom(1, 2),
          organizationId: fc.constant(1),
          grantId: fc.constant(null),
          config: fc.constant(structuredClone(config) as never),
          keys: fc.constant(structuredClone(keys)),
        }),
      ),
      step(fc.constant(id), 'BeginTakeOver', () => fc.record({ operationId: anyOperation })),
      step(fc.constant(id), 'SkipService', () =>
        fc.record({
          gatewayId: fc.constant(gatewayId),
          serviceId: fc.constant(serviceId),
          name: fc.constant('orders'),
          reason: fc.constantFrom('ends soon', 'of another team'),
        }),
      ),
      step(fc.constant(id), 'ReopenService', () => fc.constant({ gatewayId, serviceId })),
      step(fc.constant(id), 'ConfirmTakeOver', () => fc.record({ operationId: anyOperation })),
      step(fc.constant(id), 'FailTakeOver', () => fc.record({ operationId: anyOperation })),
    ]),
});
