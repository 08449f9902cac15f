import fc from 'fast-check';
import { anyId, nounExamples } from '#test/examples/noun-examples.ts';
import { gateway } from '#test/world/sample-events.ts';
import { resourceDecider } from './resource.ts';

export const examples = nounExamples(resourceDecider, {
  events: {
    GatewayRegistered: {
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
    },
  },
  steps: ({ step }) => [step(anyId, 'RegisterGateway', (resourceId) => fc.constant(gateway(resourceId).data))],
});
