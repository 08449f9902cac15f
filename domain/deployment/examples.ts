import fc from 'fast-check';
import { anyId, anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { configOf } from '#test/world/sample-events.ts';
import { environments } from '../core/environment.ts';
import type { Cors } from './cors.ts';
import { deploymentDecider } from './decider.ts';
import { authentications } from './row.ts';

const config = fc
  .record({
    environment: fc.constantFrom(...environments),
    authentication: fc.constantFrom(...authentications),
    contextPath: fc.constantFrom('pay', 'till'),
    allowedAddresses: fc.constantFrom<string[] | null>(null, ['192.0.2.1', '198.51.100.0/24']),
    refusesBots: fc.boolean(),
    cors: fc.constantFrom<Cors | null>(null, {
      origins: ['https://app.example'],
      methods: ['GET'],
      headers: [],
      credentials: false,
      maxAge: 600,
    }),
    countsTogether: fc.boolean(),
    redis: fc.constantFrom(null, { resourceId: 9, name: 'Counters' }),
    keyInQuery: fc.boolean(),
    lockdown: fc.constantFrom(null, { revision: 1, operations: '0a'.repeat(32) }),
  })
  .map((more) => configOf({ ...more, gatewayId: 1 }));

const moveEnds = [
  { endsOn: null, quietDays: null },
  { endsOn: '2026-03-04', quietDays: null },
  { endsOn: null, quietDays: 7 },
];

export const examples = nounExamples(deploymentDecider, {
  events: {
    DeploymentRequested: {
      deploymentId: 12,
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      apiId: 12,
      from: {
        name: 'name text',
        environment: 'DEV',
        authentication: 'apikey',
        keyInQuery: null,
        contextPath: 'contextPath text',
        upstreamUrl: 'upstreamUrl text',
        gatewayId: 12,
        tokenExpiration: 12,
        ratePerMinute: 12,
        countsTogether: true,
        redis: { resourceId: 12, name: 'name text' },
        allowedAddresses: ['allowedAddresses text'],
        refusesBots: true,
        cors: {
          origins: ['origins text'],
          methods: ['GET'],
          headers: ['headers text'],
          credentials: true,
          maxAge: 12,
        },
        requestTransformer: {
          addHeaders: ['addHeaders text'],
          removeHeaders: ['removeHeaders text'],
          renameHeaders: ['renameHeaders text'],
          replaceHeaders: ['replaceHeaders text'],
          addQuerystring: ['addQuerystring text'],
          renameQuerystring: ['renameQuerystring text'],
          removeQuerystring: ['removeQuerystring text'],
          addBody: ['addBody text'],
          renameBody: ['renameBody text'],
          removeBody: ['removeBody text'],
        },
        responseTransformer: {
          addHeaders: ['addHeaders text'],
          removeHeaders: ['removeHeaders text'],
          appendHeaders: ['appendHeaders text'],
          replaceHeaders: ['replaceHeaders text'],
          appendJson: ['appendJson text'],
          addJson: ['addJson text'],
          removeJson: ['removeJson text'],
          replaceJson: ['replaceJson text'],
        },
        lockdown: { revision: 12, operations: '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a' },
      },
      to: {
        name: 'name text',
        environment: 'DEV',
        authentication: 'apikey',
        keyInQuery: null,
        contextPath: 'contextPath text',
        upstreamUrl: 'upstreamUrl text',
        gatewayId: 12,
        tokenExpiration: 12,
        ratePerMinute: 12,
        countsTogether: true,
        redis: { resourceId: 12, name: 'name text' },
        allowedAddresses: ['allowedAddresses text'],
        refusesBots: true,
        cors: {
          origins: ['origins text'],
          methods: ['GET'],
          headers: ['headers text'],
          credentials: true,
          maxAge: 12,
        },
        requestTransformer: {
          addHeaders: ['addHeaders text'],
          removeHeaders: ['removeHeaders text'],
          renameHeaders: ['renameHeaders text'],
          replaceHeaders: ['replaceHeaders text'],
          addQuerystring: ['addQuerystring text'],
          renameQuerystring: ['renameQuerystring text'],
          removeQuerystring: ['removeQuerystring text'],
          addBody: ['addBody text'],
          renameBody: ['renameBody text'],
          removeBody: ['removeBody text'],
        },
        responseTransformer: {
          addHeaders: ['addHeaders text'],
          removeHeaders: ['removeHeaders text'],
          appendHeaders: ['appendHeaders text'],
          replaceHeaders: ['replaceHeaders text'],
          appendJson: ['appendJson text'],
          addJson: ['addJson text'],
          removeJson: ['removeJson text'],
          replaceJson: ['replaceJson text'],
        },
        lockdown: { revision: 12, operations: '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a' },
      },
      follows: 12,
    },
    DeploymentApplied: { deploymentId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    DeploymentFailed: { deploymentId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    UndeploymentRequested: { deploymentId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', apiId: 12 },
    DeploymentRemoved: { deploymentId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    MoveEndPlanned: { deploymentId: 12, apiId: 12, followerId: 12, endsOn: '2026-03-04', quietDays: 12 },
  },
  steps: ({ step, request }) => {
    const deploy = request(anyId, 'RequestDeployment', (deploymentId) =>
      fc.record({
        deploymentId: fc.constant(deploymentId),
        operationId: anyOperation,
        apiId: anyId,
        config,
        follows: fc.option(anyId, { nil: undefined }),
      }),
    );
    const outcome = () => fc.record({ operationId: anyOperation });
    return [
      deploy,
      deploy,
      deploy,
      step(anyId, 'ConfirmDeployment', outcome),
      step(anyId, 'ConfirmDeployment', outcome),
      step(anyId, 'FailDeployment', outcome),
      request(anyId, 'RequestUndeployment', outcome),
      step(anyId, 'ConfirmRemoval', outcome),
      step(anyId, 'PlanMoveEnd', () =>
        fc.record({ followerId: anyId, end: fc.constantFrom(...moveEnds), seen: fc.constantFrom(null, ...moveEnds) }),
      ),
    ];
  },
});
