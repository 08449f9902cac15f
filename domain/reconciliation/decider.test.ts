import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { reconciliationDecider } from './decider.ts';
import type { ReconciliationEvent, ReconciliationRequest } from './reconciliation.ts';

it('a reconciliation is requested once for each operation', () => {
  const data: ReconciliationRequest = {
    operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
    deploymentId: 4,
    apiId: 3,
    consumerId: null,
    reason: 'left-over',
  };
  const requested: ReconciliationEvent = { type: 'ReconciliationRequested', data };
  expect(given(reconciliationDecider, []).when({ type: 'RequestReconciliation', data })).toEqual([requested]);
  expect(given(reconciliationDecider, [requested]).when({ type: 'RequestReconciliation', data })).toEqual([]);
});
