import fc from 'fast-check';
import { anyId, anyOperation, type MakeStep, anyName as name, nounExamples } from '#test/examples/noun-examples.ts';
import { specOf } from '#test/world/sample-events.ts';
import { apiDecider } from './decider.ts';

const details = fc.record({
  name,
  description: name,
  sourceRepo: fc.constantFrom('', 'https://code.example/pay'),
  businessAreaId: fc.option(anyId),
});
const spec = fc.constantFrom('1.0.0', '1.1.0', '2.0.0').map((version) => specOf(version));

const publish = (step: MakeStep, api: fc.Arbitrary<number>) =>
  step(api, 'PublishApi', (apiId) =>
    fc.record({
      apiId: fc.constant(apiId),
      organizationId: anyId,
      applicationId: fc.option(anyId),
      details,
      spec,
    }),
  );
const update = (step: MakeStep, api: fc.Arbitrary<number>, assigns: boolean) =>
  step(api, 'UpdateApi', () => fc.record({ details, spec, ...(assigns && { applicationId: anyId }) }));

export const examples = nounExamples(apiDecider, {
  events: {
    ApiPublished: {
      apiId: 12,
      organizationId: 12,
      applicationId: 12,
      details: {
        name: 'name text',
        description: 'description text',
        sourceRepo: 'sourceRepo text',
        businessAreaId: 12,
      },
      spec: {
        hash: '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a',
        format: 'json',
        size: 12,
        specVersion: '2.0',
        version: 'version text',
        operations: 12,
        servers: ['servers text'],
      },
    },
    ApiSpecChanged: {
      apiId: 12,
      revision: 12,
      restores: 12,
      spec: {
        hash: '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a',
        format: 'json',
        size: 12,
        specVersion: '2.0',
        version: 'version text',
        operations: 12,
        servers: ['servers text'],
      },
    },
    ApiDetailsChanged: {
      apiId: 12,
      from: { name: 'name text', description: 'description text', sourceRepo: 'sourceRepo text', businessAreaId: 12 },
      to: { name: 'name text', description: 'description text', sourceRepo: 'sourceRepo text', businessAreaId: 12 },
    },
    ApiAssigned: { apiId: 12, applicationId: 12 },
    ApiDeletionRequested: { apiId: 12, operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' },
    ApiDeleted: { apiId: 12 },
  },
  steps: ({ step, request }) => [
    publish(step, anyId),
    update(step, anyId, true),
    update(step, anyId, false),
    step(anyId, 'ChangeSpec', () => fc.record({ spec })),
    step(anyId, 'RestoreSpec', () => fc.record({ revision: fc.integer({ min: 1, max: 3 }) })),
    request(anyId, 'RequestDeletion', () => fc.record({ operationId: anyOperation })),
    step(anyId, 'ConfirmDeletion', () => fc.record({ operationId: anyOperation })),
  ],
  lives: ({ step, request }) => [
    {
      weight: 1,
      arbitrary: anyId.chain((id) => {
        const one = fc.constant(id);
        return fc.tuple(
          publish(step, one),
          update(step, one, false),
          update(step, one, true),
          request(one, 'RequestDeletion', () => fc.record({ operationId: anyOperation })),
          step(one, 'ConfirmDeletion', () => fc.record({ operationId: anyOperation })),
        );
      }),
    },
  ],
});
