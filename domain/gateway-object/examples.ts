import fc from 'fast-check';
import { anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { gatewayObjectDecider } from './decider.ts';
import { objectStreamId } from './object-id.ts';

const objectIds = ['2b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', '3b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8'] as const;
const outcome = {
  operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  gatewayId: 12,
  kind: 'service',
  objectId: objectIds[0],
} as const;
const subject = { ...outcome, name: 'name text', seen: 'hash text' };

const objects = objectIds.map((objectId) => ({ id: objectStreamId(1, objectId), gatewayId: 1, objectId }));

export const examples = nounExamples(gatewayObjectDecider, {
  events: {
    GatewayObjectSaveRequested: {
      ...subject,
      fields: { host: 'host text' },
      changes: [{ field: 'host', before: 'before text', after: 'after text' }],
    },
    GatewayObjectDeletionRequested: subject,
    GatewayObjectSaved: outcome,
    GatewayObjectDeleted: outcome,
    GatewayObjectChangeFailed: outcome,
  },
  steps: ({ request, step }) =>
    objects.flatMap(({ id, gatewayId, objectId }) => {
      const asked = {
        operationId: anyOperation,
        gatewayId: fc.constant(gatewayId),
        kind: fc.constant('service' as const),
        objectId: fc.constant(objectId),
        name: fc.constantFrom('orders', 'payments'),
        seen: fc.constantFrom(null, 'as-it-was'),
      };
      return [
        request(fc.constant(id), 'SaveObject', () =>
          fc.record({
            ...asked,
            fields: fc.constant({ host: 'new.example' }),
            changes: fc.constant([]),
          }),
        ),
        request(fc.constant(id), 'DeleteObject', () => fc.record(asked)),
        step(fc.constant(id), 'ConfirmChange', () => fc.record({ operationId: anyOperation })),
        step(fc.constant(id), 'FailChange', () => fc.record({ operationId: anyOperation })),
      ];
    }),
});
