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

describe('what is decided about many services', () => {
  const begin = { type: 'BeginTakeOver', data: { operationId } } as const;
  const begun: TakeOverEvent = { type: 'ServiceTakeOverBegun', data: outcome };
  const why = { ...place, name: 'orders', reason: 'ends in March' };
  const skip = { type: 'SkipService', data: why } as const;
  const skipped: TakeOverEvent = { type: 'ServiceSkipped', data: why };
  const reopen = { type: 'ReopenService', data: place } as const;
  const reopened: TakeOverEvent = { type: 'ServiceReopened', data: place };

  it('stays skipped until somebody opens it again', () => {
    expect(when([])(skip)).toEqual([skipped]);
    expect(when([skipped])(skip)).toEqual([]);
    expect(when([skipped])(again)).toMatchObject({ problems: [{ code: 'take-over.skipped' }] });
    expect(when([skipped])(reopen)).toEqual([reopened]);
    expect(when([skipped, reopened])(reopen)).toEqual([]);
    expect(when([skipped, reopened])(again)).toEqual([asked]);
  });

  it('is stopped before it begins, and then the worker does nothing', () => {
    expect(when([asked])(begin)).toEqual([begun]);
    expect(when([asked, begun])(begin)).toEqual([]);
    expect(when([asked])(reopen)).toEqual([reopened]);
    expect(when([asked, reopened])(begin)).toMatchObject({ problems: [{ code: 'take-over.stopped' }] });
    expect(when([asked, reopened])(confirm())).toEqual([]);
    expect(when([asked, reopened])(again)).toEqual([asked]);
    const newer: TakeOverEvent = { type: 'ServiceTakeOverRequested', data: { ...request, operationId: later } };
    expect(when([asked, reopened, newer])(begin)).toMatchObject({ problems: [{ code: 'take-over.stopped' }] });
    expect(when([asked, begun])(reopen)).toMatchObject({ problems: [{ code: 'take-over.begun' }] });
  });

  it('is not skipped while it is being put under the portal, or afterwards', () => {
    expect(when([asked])(skip)).toMatchObject({ problems: [{ code: 'take-over.under-way' }] });
    expect(when([asked, taken])(skip)).toMatchObject({ problems: [{ code: 'take-over.done' }] });
    expect(when([asked, taken])(reopen)).toEqual([]);
  });

  it('is skipped after a failure, and support may still replay what failed', () => {
    const events = [asked, begun, failed, skipped];
    expect(when([asked, begun, failed])(skip)).toEqual([skipped]);
    expect(when(events)(again)).toMatchObject({ problems: [{ code: 'take-over.skipped' }] });
    expect(when(events)(begin)).toEqual([]);
    expect(when(events)(confirm())).toEqual([taken]);
    expect(when([...events, taken])(skip)).toMatchObject({ problems: [{ code: 'take-over.done' }] });
    expect(when([...events, reopened])(again)).toEqual([asked]);
  });
});
