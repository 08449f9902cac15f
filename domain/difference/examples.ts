import fc from 'fast-check';
import { anyOperation, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { differenceDecider } from './decider.ts';
import { answers } from './difference.ts';
import { differenceIdOf } from './difference-id.ts';

const objectId = '2b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const subject = { deploymentId: 12, apiId: 12, gatewayId: 12, objectId, label: 'label text', form: 'changed' } as const;
const request = { ...subject, operationId, digest: 'digest text', reason: 'reason text' };
const outcome = { ...subject, operationId };

/** Those of few deployments, so that commands meet. */
const places = [1, 2].map((deploymentId) => ({ deploymentId, id: differenceIdOf(deploymentId, objectId) }));

type Digest = fc.Arbitrary<'one' | 'two'>;

const stepsAt = ({ step, request: ask }: Steps, { deploymentId, id }: (typeof places)[number]) => {
  const at = fc.constant(id);
  const outcomeOf = (type: 'ConfirmAnswer' | 'FailAnswer') =>
    step(at, type, () => fc.record({ operationId: anyOperation }));
  return {
    report: (digest: Digest, form: fc.Arbitrary<'changed' | 'foreign'>) =>
      step(at, 'ReportDifference', () =>
        fc.record({
          deploymentId: fc.constant(deploymentId),
          apiId: fc.constant(1),
          gatewayId: fc.constant(1),
          objectId: fc.constant(objectId),
          label: fc.constant('service'),
          form,
          kind: fc.constant('service' as const),
          name: fc.constant('orders-dev'),
          fields: fc.constant([{ field: 'host', applied: 'one.example', held: null }]),
          digest,
          intactAt: fc.constant(null),
          writtenAt: fc.constant(null),
          isAdoptable: fc.constant(true),
        }),
      ),
    withdraw: step(at, 'WithdrawDifference'),
    answer: (digest: Digest, answer: fc.Arbitrary<(typeof answers)[number]>) =>
      ask(at, 'AnswerDifference', () =>
        fc.record({ operationId: anyOperation, answer, digest, reason: fc.constant('moved on purpose') }),
      ),
    confirm: outcomeOf('ConfirmAnswer'),
    fail: outcomeOf('FailAnswer'),
  };
};

export const examples = nounExamples(differenceDecider, {
  events: {
    DifferenceFound: {
      ...subject,
      kind: 'service',
      name: 'name text',
      fields: [{ field: 'host', applied: 'applied text', held: 'held text', isSecret: false }],
      digest: 'digest text',
      intactAt: '2026-11-28T08:00:00.000Z',
      writtenAt: '2026-11-28T08:00:10.000Z',
      isAdoptable: true,
    },
    DifferenceGone: subject,
    DifferenceReapplyRequested: request,
    DifferenceAdoptionRequested: request,
    DifferenceIgnoreRequested: request,
    DifferenceReapplied: outcome,
    DifferenceAdopted: outcome,
    DifferenceIgnored: outcome,
    DifferenceAnswerFailed: outcome,
  },
  steps: (steps) =>
    places.flatMap((place) => {
      const { report, withdraw, answer, confirm, fail } = stepsAt(steps, place);
      return [
        report(fc.constantFrom('one', 'two'), fc.constantFrom('changed', 'foreign')),
        withdraw,
        answer(fc.constantFrom('one', 'two'), fc.constantFrom(...answers)),
        confirm,
        fail,
      ];
    }),
  // Chance alone hardly ever reports a difference of which all answers are possible, and answers it.
  lives: (steps) =>
    answers.map((how) => ({
      weight: 1,
      arbitrary: fc.constantFrom(...places).chain((place) => {
        const { report, answer, confirm } = stepsAt(steps, place);
        const one = fc.constant('one' as const);
        return fc.tuple(report(one, fc.constant('changed')), answer(one, fc.constant(how)), confirm);
      }),
    })),
});
