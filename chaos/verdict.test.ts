import { describe, expect, it } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { createCounts, judgeCall, judgeSuspects, standing } from './callers.ts';
import { type Entry, openLedger } from './ledger.ts';
import { createLogView, type SeenDeployment } from './log-view.ts';
import { judgeLog, waits } from './verdict.ts';

/** Makes each fault on purpose, to prove that the chaos sweep would find it. */

const partnerId = 2;
const api = (apiId: number) => ({ apiId, details: { name: `Chaos ${apiId}` } });
const target = (number: number) => `http://127.0.0.1:9/target-${number}`;
const config = (number: number) => ({ contextPath: 'chaos-a', environment: 'DEV', upstreamUrl: target(number) });

/** Returns a log with a working deployment and a working key. */
const quietLog = () => {
  const view = createLogView();
  const began = Date.now() - 3_600_000;
  let second = 0;
  const happen = (stream: string, type: string, data: object, commandId = 'none', userId = 1): void => {
    second += 1;
    const time = new Date(began + second * 1_000).toISOString();
    const actor = { userId, organizationId: 1, roles: [] };
    const meta = { actor, commandId, correlationId: 'test', time };
    view.take({
      type,
      data,
      stream,
      meta,
      id: `${second}`,
      version: 1,
      position: `${second}`,
    } as RecordedEvent<PorticoEvent>);
  };
  const complete = (id: string) => happen(`operation-${id}`, 'OperationCompleted', { attempt: 1 }, `end ${id}`, 0);
  happen('api-1', 'ApiPublished', api(1), 'publish');
  const deployment = { deploymentId: 5, apiId: 1, operationId: 'deploy' };
  happen('deployment-5', 'DeploymentRequested', { ...deployment, to: config(1) }, 'deploy');
  happen('deployment-5', 'DeploymentApplied', deployment, 'apply', 0);
  complete('deploy');
  const key = { consumerId: 7, deploymentId: 5, apiId: 1, organizationId: partnerId, operationId: 'key' };
  happen('consumer-7', 'ConsumerRequested', { ...key, credentials: { apiKey: null, oauth2: null } }, 'key');
  happen('consumer-7', 'ConsumerApplied', key, 'apply key', 0);
  complete('key');
  return { view, happen, complete, key, deployment };
};

const ledgerOf = (entry: Partial<Entry>) => {
  const ledger = openLedger();
  const base = {
    key: 'a',
    commandId: 'deploy',
    kind: 'deploy',
    event: 'DeploymentRequested',
    who: 'ada-lindqvist',
  } as const;
  Object.assign(ledger.add(base), { response: { entityId: 5, operationId: 'deploy' } }, entry);
  return ledger;
};
const judge = (ledger: ReturnType<typeof openLedger>, view: ReturnType<typeof createLogView>) => {
  const { lost, doubled, stuck } = judgeLog(ledger, view, partnerId);
  return [lost.length, doubled.length, stuck.length];
};

describe('comparing the ledger with the log', () => {
  it('finds nothing in a sound log', () => {
    const { view } = quietLog();
    const ledger = ledgerOf({});
    expect(judge(ledger, view)).toEqual([0, 0, 0]);
    expect(waits(ledger, view).longest?.seconds).toBe(2);
  });

  it.each([
    ['no event', { commandId: 'another' }],
    ['another operation', { response: { entityId: 5, operationId: 'another' } }],
    ['another deployment', { response: { entityId: 6, operationId: 'deploy' } }],
  ])('finds a lost command: acknowledged, with %s', (_what, entry) => {
    expect(judge(ledgerOf(entry), quietLog().view)).toEqual([1, 0, 0]);
  });

  it('does not count a command as lost that was never acknowledged', () => {
    expect(judge(ledgerOf({ commandId: 'another', response: undefined }), quietLog().view)).toEqual([0, 0, 0]);
  });

  it('finds a lost effect: an operation that failed, unless somebody removed its target', () => {
    const { view, happen, deployment } = quietLog();
    happen('deployment-5', 'DeploymentRequested', { ...deployment, operationId: 'again', to: config(2) });
    happen('operation-again', 'OperationFailed', { attempt: 8, class: 'exhausted', problems: [{ code: 'x.y' }] });
    expect(judge(ledgerOf({}), view)).toEqual([1, 0, 0]);
    happen('deployment-5', 'DeploymentRemoved', { ...deployment });
    expect(judge(ledgerOf({}), view)).toEqual([0, 0, 0]);
  });

  it('finds a lost effect: a key that works after its access was revoked', () => {
    const { view, happen } = quietLog();
    happen('access-1-2', 'ApiAccessRevoked', { grantId: 3, apiId: 1, organizationId: partnerId });
    expect(judge(ledgerOf({}), view)).toEqual([1, 0, 0]);
  });

  it('finds doubles: two events of one command, two responses, two ends', () => {
    const { view, happen, complete, deployment } = quietLog();
    expect(judge(ledgerOf({ another: { entityId: 5, operationId: 'other' } }), view)).toEqual([0, 1, 0]);
    complete('deploy');
    expect(judge(ledgerOf({}), view)).toEqual([0, 1, 0]);
    const twin = { ...deployment, deploymentId: 6, operationId: 'twin' };
    happen('deployment-6', 'DeploymentRequested', { ...twin, to: config(1) }, 'deploy');
    expect(judge(ledgerOf({}), view)[1]).toBe(2);
  });

  it('finds a stuck operation, which has no end', () => {
    const { view, happen, key } = quietLog();
    happen('consumer-7', 'ConsumerRemovalRequested', { ...key, operationId: 'gone' });
    expect(judge(ledgerOf({}), view)).toEqual([0, 0, 1]);
  });
});

describe('checking a call', () => {
  const called = (kind: 'valid' | 'removed' | 'nobody', status: number, arrived?: string, prepare = () => {}) => {
    const log = quietLog();
    prepare.call(log);
    const aimed = log.view.deployments.get(5) as SeenDeployment;
    const key = log.view.keys.get(7);
    const shot = { kind, aimed, ...(kind === 'nobody' || !key ? {} : { key }) };
    const tally = createCounts();
    const seen = { startedAt: 0, status, headers: {}, ...(arrived ? { arrived: `${arrived.slice(7)}/probe` } : {}) };
    judgeCall(shot, standing(shot), seen, tally);
    judgeSuspects(tally, log.view);
    const { open, astray, broken, refused } = tally.counts;
    return { open, astray, broken, refused };
  };
  const fine = { open: 0, astray: 0, broken: 0, refused: 0 };

  it('accepts that a valid key is served and others are refused', () => {
    expect(called('valid', 200, target(1))).toEqual(fine);
    expect(called('nobody', 401)).toEqual(fine);
  });
  it('finds an open API: a call came through without credentials', () => {
    expect(called('nobody', 200, target(1))).toEqual({ ...fine, open: 1 });
  });
  it('finds an open API: a key works after its removal was completed', () => {
    const remove = function (this: ReturnType<typeof quietLog>) {
      this.happen('consumer-7', 'ConsumerRemovalRequested', { ...this.key, operationId: 'gone' });
      this.complete('gone');
    };
    expect(called('removed', 200, target(1), remove as () => void)).toEqual({ ...fine, open: 1 });
    expect(called('removed', 401, undefined, remove as () => void)).toEqual(fine);
  });
  it('finds a call at a target that was never requested, or is out of date', () => {
    expect(called('valid', 200, target(9))).toEqual({ ...fine, astray: 1 });
    const change = function (this: ReturnType<typeof quietLog>) {
      this.happen('deployment-5', 'DeploymentRequested', { ...this.deployment, operationId: 'b', to: config(2) });
      this.complete('b');
    };
    expect(called('valid', 200, target(1), change as () => void)).toEqual({ ...fine, astray: 1 });
  });
  it('finds a status of 500, and a valid key that is refused', () => {
    expect(called('valid', 500)).toEqual({ ...fine, broken: 1 });
    expect(called('valid', 401)).toEqual({ ...fine, refused: 1 });
  });
});
