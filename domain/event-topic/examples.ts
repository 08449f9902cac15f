import fc from 'fast-check';
import { anyId, anyOperation, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { eventTopicDecider } from './decider.ts';

const operationId = 'c1c24ba6-6f4c-4ba8-9d3e-5c0f1f8e0a12';
const details = {
  name: 'payments.booked',
  kafkaEnvId: 4,
  categoryId: 12,
  organizationId: 2,
  organizationAttr: '{"costCenter":"4711"}',
  subscribed: [1],
  partitions: 3,
  replication: null,
  config: { 'retention.ms': '86400000' },
};

const anyDetails = {
  ...Object.fromEntries(
    (['kafkaEnvId', 'categoryId', 'organizationId', 'organizationAttr', 'replication'] as const).map((field) => [
      field,
      fc.constant(details[field]),
    ]),
  ),
  name: fc.constantFrom('orders', 'payments'),
  subscribed: fc.uniqueArray(anyId, { maxLength: 2 }),
  partitions: fc.constantFrom(null, 1, 3),
  config: fc.constantFrom({}, { 'retention.ms': '1000' }),
  operationId: anyOperation,
  choice: fc.constantFrom(null, null, null, 'adopt', 'make-again'),
};
const brokerId = fc.constantFrom('one', 'other');

const named = () => fc.record({ operationId: anyOperation });
const addition = ({ request }: Steps, id: fc.Arbitrary<number>) =>
  request(id, 'AddEventTopic', (eventTopicId) => fc.record({ eventTopicId: fc.constant(eventTopicId), ...anyDetails }));
const changing = ({ request }: Steps, id: fc.Arbitrary<number>) =>
  request(id, 'ChangeEventTopic', () => fc.record(anyDetails));
const making = ({ step }: Steps, id: fc.Arbitrary<number>) => step(id, 'BeginMaking', named);
const saving = ({ step }: Steps, id: fc.Arbitrary<number>, broker = brokerId) =>
  step(id, 'ConfirmSave', () =>
    fc.record({
      operationId: anyOperation,
      brokerId: broker,
      partitions: fc.constantFrom(1, 3),
      replication: fc.constant(1),
    }),
  );
const failing = ({ step }: Steps, id: fc.Arbitrary<number>) => step(id, 'FailSave', named);
const missing = ({ step }: Steps, id: fc.Arbitrary<number>, broker = brokerId) =>
  step(id, 'MissEventTopic', () => fc.record({ brokerId: broker }));
const seeing = ({ step }: Steps, id: fc.Arbitrary<number>, broker = brokerId) =>
  step(id, 'SeeEventTopic', () =>
    fc.record({ brokerId: broker, partitions: fc.constantFrom(1, 3, 6), replication: fc.constantFrom(1, 2) }),
  );
const removing = ({ request }: Steps, id: fc.Arbitrary<number>) =>
  request(id, 'RemoveEventTopic', () => fc.record({ operationId: anyOperation }));
const removed = ({ step }: Steps, id: fc.Arbitrary<number>) => step(id, 'ConfirmRemoval', named);

export const examples = nounExamples(eventTopicDecider, {
  events: {
    EventTopicAddRequested: { eventTopicId: 12, operationId, choice: null, ...details },
    EventTopicChangeRequested: {
      eventTopicId: 12,
      operationId,
      from: details,
      to: { ...details, partitions: 6, config: {} },
      choice: null,
    },
    EventTopicMakingBegun: { eventTopicId: 12, operationId },
    EventTopicSaved: { eventTopicId: 12, operationId, brokerId: 'one', partitions: 3, replication: 1 },
    EventTopicSaveFailed: { eventTopicId: 12, operationId },
    EventTopicSeen: { eventTopicId: 12, brokerId: 'one', partitions: 6, replication: 2 },
    EventTopicMissed: { eventTopicId: 12 },
    EventTopicRemovalRequested: { eventTopicId: 12, operationId },
    EventTopicRemoved: { eventTopicId: 12, operationId },
  },
  steps: (steps) => [addition(steps, anyId), changing(steps, anyId)],
  // Made, lost, a try that fails, and gone.
  lives: (steps) => [
    {
      weight: 1,
      arbitrary: anyId.chain((id) => {
        const [one, broker] = [fc.constant(id), fc.constant('one')];
        return fc.tuple(
          addition(steps, one),
          making(steps, one),
          saving(steps, one, broker),
          seeing(steps, one, broker),
          missing(steps, one, broker),
          changing(steps, one),
          failing(steps, one),
          removing(steps, one),
          removed(steps, one),
        );
      }),
    },
  ],
});
