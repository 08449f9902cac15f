import { expect, it } from 'vitest';
import { aboutAt } from '../core/operation-kind.ts';
import { given } from '../core/specification.ts';
import { reconciliationDecider } from './decider.ts';
import type { ReconciliationRequest } from './reconciliation.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const request = (about: ReconciliationRequest['about']): ReconciliationRequest => ({
  operationId,
  about,
  apiId: 3,
  reason: 'left-over',
});
const requested = (data: ReconciliationRequest) => ({ type: 'ReconciliationRequested', data }) as const;

it('a reconciliation is requested once for each operation', () => {
  const data = request(aboutAt('event-topic', 4));
  expect(given(reconciliationDecider, []).when({ type: 'RequestReconciliation', data })).toEqual([requested(data)]);
  expect(given(reconciliationDecider, [requested(data)]).when({ type: 'RequestReconciliation', data })).toEqual([]);
});
