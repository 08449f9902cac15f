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
const requested = (data: ReconciliationRequest & { deploymentId?: number; consumerId?: number | null }) =>
  ({ type: 'ReconciliationRequested', data }) as const;

it('a reconciliation is requested once for each operation', () => {
  const data = request(aboutAt('event-topic', 4));
  expect(given(reconciliationDecider, []).when({ type: 'RequestReconciliation', data })).toEqual([requested(data)]);
  expect(given(reconciliationDecider, [requested(data)]).when({ type: 'RequestReconciliation', data })).toEqual([]);
});

it('a request about a deployment or a key also has the ids that the last release reads', () => {
  const deployment = request(aboutAt('deployment', 4));
  const key = request(aboutAt('consumer', 9, 'deployment-4'));
  expect(given(reconciliationDecider, []).when({ type: 'RequestReconciliation', data: deployment })).toEqual([
    requested({ ...deployment, deploymentId: 4, consumerId: null }),
  ]);
  expect(given(reconciliationDecider, []).when({ type: 'RequestReconciliation', data: key })).toEqual([
    requested({ ...key, deploymentId: 4, consumerId: 9 }),
  ]);
});
