import fc from 'fast-check';
import { anyOperation, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { answers } from '../difference/difference.ts';
import { kafkaDifferenceIdOf } from '../difference/kafka-subject.ts';
import { kafkaDifferenceDecider } from './decider.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const subject = {
  noun: 'event-topic',
  id: 12,
  kafkaEnvId: 12,
  objectId: 'settings',
  label: 'label text',
  name: 'name text',
  form: 'changed',
} as const;
const request = { ...subject, operationId, digest: 'digest text', reason: 'reason text' };
const outcome = { ...subject, operationId };
const seen = {
  fields: [{ field: 'retention.ms', applied: 'applied text', held: 'held text' }],
  intactAt: '2026-11-28T08:00:00.000Z',
};

/** Those of few topics, so that commands meet. */
const places = [1, 2].map((id) => ({
  topicId: id,
  id: kafkaDifferenceIdOf({ noun: 'event-topic', id }, subject.objectId),
}));

type Digest = fc.Arbitrary<'one' | 'two'>;

const stepsAt = ({ step, request: ask }: Steps, { topicId, id }: (typeof places)[number]) => {
  const at = fc.constant(id);
  const found = {
    noun: fc.constant('event-topic' as const),
    id: fc.constant(topicId),
    kafkaEnvId: fc.constant(1),
    objectId: fc.constant(subject.objectId),
    label: fc.constant('settings'),
    name: fc.constant('orders'),
    form: fc.constant('changed' as const),
    fields: fc.constant(seen.fields),
    intactAt: fc.constant(null),
  };
  const outcomeOf = (type: 'ConfirmAnswer' | 'FailAnswer' | 'ConfirmKafkaPutBack') =>
    step(at, type, () => fc.record({ operationId: anyOperation }));
  return {
    report: (digest: Digest) =>
      step(at, 'ReportDifference', () =>
        fc.record({ ...found, digest, isAdoptable: fc.constant(true), isReappliable: fc.constant(true) }),
      ),
    lose: ask(at, 'ReportKafkaLoss', () => fc.record({ ...found, operationId: anyOperation })),
    withdraw: step(at, 'WithdrawDifference'),
    answer: (digest: Digest, answer: fc.Arbitrary<(typeof answers)[number]>) =>
      ask(at, 'AnswerDifference', () =>
        fc.record({ operationId: anyOperation, answer, digest, reason: fc.constant('moved on purpose') }),
      ),
    confirm: outcomeOf('ConfirmAnswer'),
    fail: outcomeOf('FailAnswer'),
    putBack: outcomeOf('ConfirmKafkaPutBack'),
  };
};

export const examples = nounExamples(kafkaDifferenceDecider, {
  events: {
    KafkaDifferenceFound: { ...subject, ...seen, digest: 'digest text', isAdoptable: true, isReappliable: true },
    KafkaDifferenceGone: subject,
    KafkaDifferenceReapplyRequested: request,
    KafkaDifferenceAdoptionRequested: request,
    KafkaDifferenceIgnoreRequested: request,
    KafkaDifferenceReapplied: outcome,
    KafkaDifferenceAdopted: outcome,
    KafkaDifferenceIgnored: outcome,
    KafkaDifferenceAnswerFailed: outcome,
    KafkaProtectionLost: { ...subject, ...seen, operationId },
    KafkaProtectionPutBack: outcome,
  },
  steps: (steps) =>
    places.flatMap((place) => {
      const { report, lose, withdraw, answer, confirm, fail, putBack } = stepsAt(steps, place);
      const one = fc.constantFrom('one' as const, 'two' as const);
      return [report(one), lose, withdraw, answer(one, fc.constantFrom(...answers)), confirm, fail, putBack];
    }),
  // Chance alone hardly ever reports a difference, and answers that one.
  lives: (steps) => [
    ...answers.map((how) => ({
      weight: 1,
      arbitrary: fc.constantFrom(...places).chain((place) => {
        const { report, answer, confirm } = stepsAt(steps, place);
        const one = fc.constant('one' as const);
        return fc.tuple(report(one), answer(one, fc.constant(how)), confirm);
      }),
    })),
    {
      weight: 1,
      arbitrary: fc.constantFrom(...places).chain((place) => {
        const { lose, putBack } = stepsAt(steps, place);
        return fc.tuple(lose, putBack);
      }),
    },
  ],
});
