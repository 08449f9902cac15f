import { describe, expect, it } from 'vitest';
import { createCounts, isStrange, judgeCall, judgeSuspects, standing } from './callers.ts';
import { config, quietLog, target } from './fixture/quiet-log.ts';
import type { SeenDeployment, SeenKey } from './log-view.ts';
import type { Span } from './verdict.ts';

/** Makes each call on purpose that should not be, to prove that the chaos sweep would find it. */

describe('checking a call', () => {
  const called = (
    kind: 'valid' | 'removed' | 'nobody',
    status: number,
    arrived?: string,
    prepare = () => {},
    away: readonly Span[] = [],
  ) => {
    const log = quietLog();
    prepare.call(log);
    const aimed = log.view.deployments.get(5) as SeenDeployment;
    const key = log.view.keys.get(7);
    const shot = { kind, aimed, ...(kind === 'nobody' || !key ? {} : { key }) };
    const tally = createCounts();
    const seen = { startedAt: 0, status, headers: {}, ...(arrived ? { arrived: `${arrived.slice(7)}/probe` } : {}) };
    judgeCall(shot, standing(shot), seen, tally);
    judgeSuspects(tally, log.view, away);
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
  it('takes no key for a strange one that a move has copied: it works at both gateways', () => {
    const { view, happen, deployment } = quietLog();
    const key = view.keys.get(7) as SeenKey;
    const other = { ...config(1), contextPath: 'chaos-b' };
    for (const [id, to] of [[8, config(1)] as const, [9, other] as const])
      happen(`deployment-${id}`, 'DeploymentRequested', { ...deployment, deploymentId: id, operationId: `${id}`, to });
    const isStrangeAt = (id: number) => isStrange(view, key, view.deployments.get(id) as SeenDeployment);
    expect([5, 8, 9].map(isStrangeAt)).toEqual([false, false, true]);
  });
  it('finds a call at a target that was never requested, or is out of date', () => {
    expect(called('valid', 200, target(9))).toEqual({ ...fine, astray: 1 });
    const change = function (this: ReturnType<typeof quietLog>) {
      this.happen('deployment-5', 'DeploymentRequested', { ...this.deployment, operationId: 'b', to: config(2) });
      this.complete('b');
    };
    expect(called('valid', 200, target(1), change as () => void)).toEqual({ ...fine, astray: 1 });
  });
  it('finds a status of 500, unless the services behind the gateway are away, and a valid key that is refused', () => {
    expect(called('valid', 500)).toEqual({ ...fine, broken: 1 });
    const away = [{ name: 'relaunch', what: 'x', from: 0, to: Date.now() + 60_000 }];
    expect(called('valid', 500, undefined, () => undefined, away)).toEqual(fine);
    expect(called('valid', 401)).toEqual({ ...fine, refused: 1 });
  });
});
