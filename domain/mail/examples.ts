import fc from 'fast-check';
import { anyId, anyOperation, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { mailDecider } from './decider.ts';
import { mailKinds, recipientNouns } from './subject.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';

const ask = ({ request }: Steps, one: fc.Arbitrary<number>) =>
  request(one, 'RequestMail', () =>
    fc.record({
      operationId: one,
      kind: fc.constantFrom(...mailKinds),
      recipient: fc.record({ noun: fc.constantFrom(...recipientNouns), id: anyId }),
      cause: fc.record({ stream: fc.constant('user-1'), version: fc.integer({ min: 1, max: 9 }) }),
    }),
  );
const handOver = ({ step }: Steps, one: fc.Arbitrary<number>) =>
  step(one, 'HandOverMail', () => fc.record({ operationId: one, replay: fc.constant(0) }));
const end = ({ step }: Steps, one: fc.Arbitrary<number>, type: 'AcceptMail' | 'RefuseMail') =>
  step(one, type, () => fc.record({ operationId: one }));

/** The newest mail. */
const newest = fc.constant(0);

export const examples = nounExamples(mailDecider, {
  events: {
    MailRequested: {
      operationId,
      kind: 'protection-lost',
      recipient: { noun: 'user', id: 12 },
      cause: { stream: 'user-12', version: 12 },
    },
    MailHandedOver: { operationId, replay: 12 },
    MailAccepted: { operationId },
    MailRefused: { operationId },
  },
  isOperation: true,
  steps: (steps) => [
    ask(steps, anyOperation),
    handOver(steps, anyOperation),
    end(steps, anyOperation, 'AcceptMail'),
    end(steps, anyOperation, 'RefuseMail'),
  ],
  lives: (steps) => [
    {
      weight: 1,
      arbitrary: fc.tuple(
        ask(steps, newest),
        handOver(steps, newest),
        end(steps, newest, 'RefuseMail'),
        handOver(steps, newest),
        end(steps, newest, 'AcceptMail'),
      ),
    },
  ],
});
