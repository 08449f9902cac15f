import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { operationDecider } from './decider.ts';
import type { OperationEvent } from './operation.ts';

const started = (attempt: number): OperationEvent => ({ type: 'OperationStarted', data: { attempt, worker: 'w' } });
const delayed: OperationEvent = {
  type: 'OperationDelayed',
  data: { attempt: 1, class: 'retry', problem: { code: 'gateway.unreachable' } },
};
const failed: OperationEvent = {
  type: 'OperationFailed',
  data: { attempt: 1, class: 'permanent', problems: [{ code: 'gateway.refused' }] },
};
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
