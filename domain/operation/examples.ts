import fc from 'fast-check';
import { anyOperation, type MakeStep, nounExamples } from '#test/examples/noun-examples.ts';
import { operationDecider } from './decider.ts';

const problem = fc.constantFrom(
  { code: 'gateway.unreachable' },
  { code: 'gateway.refused', field: 'contextPath', parameters: { status: 409 } },
);
const attempt = fc.integer({ min: 1, max: 3 });

const operationSteps = (step: MakeStep, one: fc.Arbitrary<number>) => {
  const report = (type: string, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
    step(one, type, () => fc.record({ attempt, ...more }));
  return {
    start: step(one, 'StartOperation', () => fc.constant({ worker: 'one' })),
    plan: report('PlanOperation', {
      plan: fc.constantFrom(
        { changes: [], more: 0 },
        { changes: [{ action: 'add', object: 'service', name: 'pay-dev', fields: [] }], more: 1 },
      ),
    }),
    record: report('RecordStep', {
      step: fc.constantFrom('service', 'route'),
      target: fc.constant('pay-dev'),
      result: fc.constant('created'),
    }),
    delay: report('DelayOperation', {
      class: fc.constant('retry'),
      problem,
      nextAttemptAt: fc.constant('2026-01-05T09:00:00.000Z'),
    }),
    complete: report('CompleteOperation'),
    supersede: report('SupersedeOperation'),
    fail: report('FailOperation', {
      class: fc.constant('permanent'),
      problems: fc.array(problem, { minLength: 1, maxLength: 2 }),
    }),
    replay: step(one, 'ReplayOperation', () => fc.constant({ reason: 'again' })),
    cancel: step(one, 'CancelOperation', () =>
      fc.record({
        reason: fc.constant('not wanted any more'),
        lasting: fc.constantFrom(false, false, true),
        cancellable: fc.constantFrom(true, true, false),
        takesBack: fc.boolean(),
      }),
    ),
    end: step(one, 'EndCancelledOperation', () => fc.constant({})),
  };
};

export const examples = nounExamples(operationDecider, {
  events: {
    OperationStarted: { attempt: 12, worker: 'worker text' },
    OperationPlanned: {
      attempt: 12,
      plan: {
        changes: [
          {
            action: 'add',
            object: 'object text',
            name: 'name text',
            fields: [{ field: 'field text', removed: ['removed text'], added: ['added text'], more: 12 }],
          },
        ],
        more: 12,
      },
    },
    OperationStepApplied: { attempt: 12, step: 'step text', target: 'target text', result: 'created' },
    OperationDelayed: {
      attempt: 12,
      class: 'permanent',
      problem: { code: 'code text', field: 'field text', parameters: { entry: 'entry text' } },
      nextAttemptAt: 'nextAttemptAt text',
    },
    OperationCompleted: { attempt: 12 },
    OperationSuperseded: { attempt: 12 },
    OperationFailed: {
      attempt: 12,
      class: 'permanent',
      problems: [{ code: 'code text', field: 'field text', parameters: { entry: 'entry text' } }],
    },
    OperationReplayRequested: { replay: 12, reason: 'reason text' },
    OperationCancelRequested: { reason: 'reason text', replay: 12 },
    OperationCancelled: {},
  },
  isOperation: true,
  steps: ({ step }) => Object.values(operationSteps(step, anyOperation)),
  lives: ({ step }) => [
    {
      weight: 2,
      arbitrary: anyOperation.chain((one) => {
        const { start, plan, record, delay, complete, fail, replay } = operationSteps(step, fc.constant(one));
        return fc.tuple(start, plan, record, delay, start, fail, replay, start, complete);
      }),
    },
    {
      weight: 1,
      arbitrary: anyOperation.chain((one) => {
        const { start, supersede } = operationSteps(step, fc.constant(one));
        return fc.tuple(start, supersede);
      }),
    },
    {
      weight: 1,
      arbitrary: anyOperation.chain((one) => {
        const { start, delay, cancel, end } = operationSteps(step, fc.constant(one));
        return fc.tuple(start, delay, cancel, end);
      }),
    },
  ],
});
