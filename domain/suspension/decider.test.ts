import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { suspensionDecider } from './decider.ts';
import type { SuspensionEvent, SuspensionRequest } from './suspension.ts';

const data: SuspensionRequest = {
  operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  organizationId: 2,
  deploymentId: 4,
  apiId: 3,
};

it.each([
  ['RequestSuspension', 'KeysSuspensionRequested'],
  ['RequestRestoration', 'KeysRestorationRequested'],
] as const)('%s is carried out once', (type, expected) => {
  const requested = { type: expected, data } as SuspensionEvent;
  expect(given(suspensionDecider, []).when({ type, data })).toEqual([requested]);
  expect(given(suspensionDecider, [requested]).when({ type, data })).toEqual([]);
});
