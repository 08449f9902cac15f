import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { plainDeployment } from '../deployment/deployment.ts';
import { takeOverDecider } from './decider.ts';
import type { TakeOverEvent, TakeOverRequest } from './take-over.ts';

const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const later = '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const place = { gatewayId: 1, serviceId: '4b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' };
const request: TakeOverRequest = {
  ...place,
  operationId,
  name: 'orders',
  seen: 'as-it-was',
  apiId: 3,
  deploymentId: 4,
  organizationId: 5,
  grantId: null,
  config: {
    name: 'orders',
    environment: 'DEV',
    authentication: 'apikey',
    contextPath: 'orders',
    upstreamUrl: 'http://orders.example',
    gatewayId: 1,
    tokenExpiration: 60,
    ratePerMinute: null,
    ...plainDeployment,
  },
  keys: [],
};
const outcome = { ...place, operationId, deploymentId: 4 };
const asked: TakeOverEvent = { type: 'ServiceTakeOverRequested', data: request };
const taken: TakeOverEvent = { type: 'ServiceTakenOver', data: outcome };
const failed: TakeOverEvent = { type: 'ServiceTakeOverFailed', data: outcome };

const when = (events: readonly TakeOverEvent[]) => given(takeOverDecider, events).when;
const again = { type: 'RequestTakeOver', data: request } as const;
const confirm = (id = operationId) => ({ type: 'ConfirmTakeOver', data: { operationId: id } }) as const;
const fail = { type: 'FailTakeOver', data: { operationId } } as const;

describe('somebody else’s service', () => {
  it('is put under the portal once', () => {
    expect(when([])(again)).toEqual([asked]);
    expect(when([asked])(confirm())).toEqual([taken]);
    expect(when([asked])(confirm(later))).toEqual([]);
    expect(when([asked])(again)).toMatchObject({ problems: [{ code: 'take-over.under-way' }] });
    expect(when([asked, taken])(again)).toMatchObject({ problems: [{ code: 'take-over.done' }] });
    expect(when([asked, taken])(fail)).toEqual([]);
  });

  it('may be tried again when that failed, and succeeds when support replays it', () => {
    expect(when([asked])(fail)).toEqual([failed]);
    expect(when([asked, failed])(fail)).toEqual([]);
    expect(when([asked, failed])(again)).toEqual([asked]);
    expect(when([asked, failed])(confirm())).toEqual([taken]);
  });
});
