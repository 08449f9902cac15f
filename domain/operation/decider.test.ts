import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { operationDecider } from './decider.ts';
import type { OperationCommand, OperationEvent } from './operation.ts';

const started = (attempt: number): OperationEvent => ({ type: 'OperationStarted', data: { attempt, worker: 'w' } });
const delayed: OperationEvent = {
  type: 'OperationDelayed',
  data: { attempt: 1, class: 'retry', problem: { code: 'gateway.unreachable' } },
};
const failed: OperationEvent = {
  type: 'OperationFailed',
  data: { attempt: 1, class: 'permanent', problems: [{ code: 'gateway.refused' }] },
};
const changed: OperationEvent = {
  type: 'OperationStepApplied',
  data: { attempt: 1, step: 'service', target: 'payments-dev', result: 'created' },
};
const looked: OperationEvent = {
  type: 'OperationStepApplied',
  data: { attempt: 1, step: 'probe', target: 'payments-dev', result: 'verified' },
};
const failedOf = (failureClass: 'permanent' | 'exhausted', ...codes: string[]): OperationEvent => ({
  type: 'OperationFailed',
  data: { attempt: 1, class: failureClass, problems: ['gateway.refused', ...codes].map((code) => ({ code })) },
});
const asked: OperationEvent = { type: 'OperationCancelRequested', data: { reason: 'not wanted', replay: 0 } };
const step = (attempt: number) =>
  ({ type: 'RecordStep', data: { attempt, step: 'service', target: 'payments-dev', result: 'created' } }) as const;

describe('an operation', () => {
  it('counts its attempts', () => {
    expect(given(operationDecider, []).when({ type: 'StartOperation', data: { worker: 'w' } })).toEqual([started(1)]);
    expect(
      given(operationDecider, [started(1), delayed]).when({ type: 'StartOperation', data: { worker: 'w' } }),
    ).toEqual([started(2)]);
  });

  it('lets only the attempt under way write: a worker that was thought dead is refused (H2)', () => {
    const when = given(operationDecider, [started(1), started(2)]).when;
    expect(when(step(1))).toMatchObject({ refused: 'conflict', problems: [{ code: 'operation.attempt-over' }] });
    expect(when({ type: 'CompleteOperation', data: { attempt: 1 } })).toMatchObject({ refused: 'conflict' });
    expect(when(step(2))).toEqual([{ type: 'OperationStepApplied', data: step(2).data }]);
  });

  it('ends once', () => {
    const completed: OperationEvent = { type: 'OperationCompleted', data: { attempt: 1 } };
    expect(
      given(operationDecider, [started(1), completed]).when({ type: 'StartOperation', data: { worker: 'w' } }),
    ).toMatchObject({ refused: 'conflict' });
    expect(
      given(operationDecider, [started(1), failed]).when({ type: 'StartOperation', data: { worker: 'w' } }),
    ).toMatchObject({ refused: 'conflict' });
  });

  it('is replayed only when it failed or waits, and with a reason', () => {
    const replay = { type: 'ReplayOperation', data: { reason: 'the gateway is back' } } as const;
    const replayed: OperationEvent = {
      type: 'OperationReplayRequested',
      data: { replay: 1, reason: 'the gateway is back' },
    };
    expect(given(operationDecider, [started(1), failed]).when(replay)).toEqual([replayed]);
    expect(given(operationDecider, [started(1), delayed]).when(replay)).toEqual([replayed]);
    expect(given(operationDecider, [started(1)]).when(replay)).toMatchObject({ refused: 'conflict' });
    expect(
      given(operationDecider, [started(1), failed, replayed]).when({ type: 'StartOperation', data: { worker: 'w' } }),
    ).toEqual([started(2)]);
  });
});

const cancel = (kind: Partial<Record<'lasting' | 'cancellable' | 'takesBack', boolean>> = {}): OperationCommand => ({
  type: 'CancelOperation',
  data: { reason: 'not wanted', lasting: false, cancellable: true, takesBack: true, ...kind },
});

describe('cancelling an operation', () => {
  it.each<[string, OperationEvent[], OperationCommand, string | undefined]>([
    ['that no worker has begun', [], cancel(), undefined],
    ['between two attempts', [started(1), delayed], cancel(), undefined],
    ['that only looked at the resource', [started(1), looked, delayed], cancel(), undefined],
    ['that failed and took back what it did', [started(1), changed, failedOf('permanent')], cancel(), undefined],
    ['whose attempt is under way', [started(1)], cancel(), 'operation.under-way'],
    ['of which a part is in force', [started(1), changed, delayed], cancel(), 'operation.half-done'],
    ['that tried too often, half done', [started(1), changed, failedOf('exhausted')], cancel(), 'operation.half-done'],
    [
      'that could not take back what it did',
      [started(1), changed, failedOf('permanent', 'gateway.not-restored')],
      cancel(),
      'operation.half-done',
    ],
    [
      'of a kind that takes nothing back',
      [started(1), changed, failedOf('permanent')],
      cancel({ takesBack: false }),
      'operation.half-done',
    ],
    ['that takes something away', [], cancel({ lasting: true }), 'operation.removal-stays'],
    ['whose noun wants it all the same', [], cancel({ cancellable: false }), 'operation.not-cancellable'],
    ['that is cancelled already', [asked], cancel(), 'operation.ended'],
    ['that is done', [started(1), { type: 'OperationCompleted', data: { attempt: 1 } }], cancel(), 'operation.ended'],
  ])('%s', (_name, events, command, code) => {
    const decided = given(operationDecider, events).when(command);
    if (code === undefined) expect(decided).toEqual([asked]);
    else expect(decided).toMatchObject({ refused: 'conflict', problems: [{ code }] });
  });

  it('ends it: no attempt begins, none writes, nobody replays it', () => {
    const when = given(operationDecider, [started(1), delayed, asked]).when;
    for (const command of [
      { type: 'StartOperation', data: { worker: 'w' } },
      { type: 'CompleteOperation', data: { attempt: 1 } },
      step(1),
      { type: 'ReplayOperation', data: { reason: 'again' } },
    ] as const)
      expect(when(command), command.type).toMatchObject({ refused: 'conflict' });
    expect(when({ type: 'EndCancelledOperation', data: {} })).toEqual([{ type: 'OperationCancelled', data: {} }]);
    expect(
      given(operationDecider, [started(1), delayed, asked, { type: 'OperationCancelled', data: {} }]).when({
        type: 'EndCancelledOperation',
        data: {},
      }),
    ).toMatchObject({ refused: 'conflict' });
  });

  it('a replay after a failure counts anew, so what the replay did is never taken for taken back', () => {
    const replayed: OperationEvent = { type: 'OperationReplayRequested', data: { replay: 1, reason: 'again' } };
    const again = [started(1), changed, failedOf('permanent'), replayed];
    expect(given(operationDecider, again).when(cancel())).toHaveLength(1);
    expect(given(operationDecider, [...again, started(2), changed, delayed]).when(cancel())).toMatchObject({
      problems: [{ code: 'operation.half-done', parameters: { number: 1 } }],
    });
  });
});
