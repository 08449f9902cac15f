import fc from 'fast-check';
import { anyId, anyOperation, anyName as name, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { credentialsOf } from '#test/world/sample-events.ts';
import { emptyRequestTransformer } from '../deployment/request-transformer.ts';
import { consumerDecider } from './decider.ts';

const settings = {
  rateLimit: fc.option(
    fc.record({ window: fc.constant('hour'), calls: fc.nat(99).map((n) => n + 1), policy: fc.constant('local') }),
  ),
  requestTransformer: fc.option(fc.constant(emptyRequestTransformer)),
  endsAt: fc.constantFrom(null, '2026-12-15T23:59:59.999Z', '2026-12-31T23:59:59.999Z'),
};

/** More keys than other things: a key that is gone never comes back. */
const keyId = fc.integer({ min: 1, max: 8 });

const keySteps = ({ step, request }: Steps, key: fc.Arbitrary<number>) => {
  const outcome = () => fc.record({ operationId: anyOperation });
  return {
    ask: request(key, 'RequestConsumer', (consumerId) =>
      fc.record({
        consumerId: fc.constant(consumerId),
        operationId: anyOperation,
        deploymentId: anyId,
        apiId: anyId,
        organizationId: anyId,
        nickname: name,
        credentials: fc.constantFrom(credentialsOf('one'), credentialsOf('two', ['oauth2'])),
        grantId: fc.option(anyId),
        copyOf: fc.option(fc.record({ consumerId: anyId, addedBy: fc.nat(3) }), { nil: undefined }),
        ...settings,
      }),
    ),
    change: request(key, 'RequestChange', () => fc.record({ operationId: anyOperation, nickname: name, ...settings })),
    rotate: request(key, 'RequestRotation', () =>
      fc.record({
        operationId: anyOperation,
        credentials: fc.constantFrom(credentialsOf('three'), credentialsOf('four', ['oauth2'])),
        until: fc.constantFrom('2026-12-01T00:00:00.000Z', '2026-12-02T00:00:00.000Z'),
      }),
    ),
    end: request(key, 'EndPrevious', () =>
      fc.record({ operationId: anyOperation, dueBy: fc.constantFrom(null, '2026-12-01T12:00:00.000Z') }),
    ),
    endDue: request(key, 'EndDue', () =>
      fc.record({
        operationId: anyOperation,
        dueBy: fc.constantFrom('2026-12-10T00:00:00.000Z', '2027-01-01T00:00:00.000Z'),
      }),
    ),
    reveal: step(key, 'RevealCredentials'),
    confirm: step(key, 'ConfirmConsumer', outcome),
    fail: step(key, 'FailConsumer', outcome),
    remove: request(key, 'RequestRemoval', outcome),
    removed: step(key, 'ConfirmRemoval', outcome),
    undeployed: step(key, 'ConfirmUndeployment', outcome),
  };
};

export const examples = nounExamples(consumerDecider, {
  events: {
    ConsumerRequested: {
      consumerId: 12,
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      deploymentId: 12,
      apiId: 12,
      organizationId: 12,
      nickname: 'nickname text',
      rateLimit: { window: 'minute', calls: 12, policy: 'local' },
      endsAt: '2026-12-31T23:59:59.999Z',
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
      credentials: {
        apiKey: { secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', fingerprint: 'fingerprint text', last4: 'last' },
        oauth2: {
          clientId: 'clientId text',
          clientSecret: {
            secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
            fingerprint: 'fingerprint text',
            last4: 'last',
          },
        },
      },
      grantId: 12,
      copyOf: { consumerId: 12, addedBy: 12 },
    },
    ConsumerChangeRequested: {
      consumerId: 12,
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      deploymentId: 12,
      apiId: 12,
      organizationId: 12,
      from: {
        nickname: 'nickname text',
        rateLimit: { window: 'minute', calls: 12, policy: 'local' },
        endsAt: '2026-12-31T23:59:59.999Z',
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
      },
      to: {
        nickname: 'nickname text',
        rateLimit: { window: 'minute', calls: 12, policy: 'local' },
        endsAt: '2026-12-31T23:59:59.999Z',
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
      },
    },
    CredentialRotationRequested: {
      consumerId: 12,
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      deploymentId: 12,
      apiId: 12,
      organizationId: 12,
      credentials: {
        apiKey: { secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', fingerprint: 'fingerprint text', last4: 'last' },
        oauth2: {
          clientId: 'clientId text',
          clientSecret: {
            secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
            fingerprint: 'fingerprint text',
            last4: 'last',
          },
        },
      },
      generation: 12,
      until: '2026-01-02T03:04:05.678Z',
    },
    PreviousCredentialsEnded: {
      consumerId: 12,
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      deploymentId: 12,
      apiId: 12,
      organizationId: 12,
      generation: 12,
      reason: 'due',
    },
    ConsumerApplied: { consumerId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    ConsumerFailed: { consumerId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    ConsumerRemovalRequested: {
      consumerId: 12,
      operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      deploymentId: 12,
      apiId: 12,
      organizationId: 12,
      endsAt: '2026-12-31T23:59:59.999Z',
    },
    ConsumerRemoved: { consumerId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    CredentialRevealed: { consumerId: 12, secrets: ['0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'] },
  },
  steps: (steps) => [...Object.values(keySteps(steps, keyId)), keySteps(steps, keyId).ask],
  lives: (steps) => [
    {
      weight: 2,
      arbitrary: keyId.chain((one) => {
        const { ask, confirm, reveal, change, rotate, end } = keySteps(steps, fc.constant(one));
        return fc.tuple(ask, confirm, reveal, change, confirm, rotate, confirm, end, confirm);
      }),
    },
  ],
});
