import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { gateway } from '#test/world/sample-events.ts';
import { type Gateway, resourceDecider } from './resource.ts';

const settingsOf = (resourceId: number) => gateway(resourceId).data as Gateway;

const settings: Gateway = {
  resourceId: 12,
  type: 'KONG',
  name: 'name text',
  isPublic: true,
  organizations: [12],
  adminUrl: 'https://service.example/path',
  apiUrl: 'https://service.example/path',
  apiSslUrl: 'https://service.example/path',
  nodes: 12,
  httpLogEndpoint: 'https://service.example/path',
  adminApiKey: { secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', fingerprint: 'fingerprint text', last4: 'last' },
  telemetryKey: {
    secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
    fingerprint: 'fingerprint text',
    last4: 'last',
  },
};

export const examples = nounExamples(resourceDecider, {
  events: {
    GatewayRegistered: settings,
    GatewayChanged: settings,
    GatewayRemoved: { resourceId: 12 },
  },
  steps: ({ step }) => [
    step(anyId, 'RegisterGateway', (resourceId) => fc.constant(settingsOf(resourceId))),
    step(anyId, 'ChangeGateway', (resourceId) => anyName.map((name) => ({ ...settingsOf(resourceId), name }))),
    step(anyId, 'RemoveGateway', () => fc.record({ isInUse: fc.boolean() })),
  ],
});
