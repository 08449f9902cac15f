import { describe, expect, it } from 'vitest';
import { notFound, refuse } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import { deploymentDecider } from './decider.ts';
import { type DeploymentConfig, type DeploymentEvent, plainDeployment } from './deployment.ts';
import { emptyResponseTransformer } from './response-transformer.ts';

const first = '00000000-0000-4000-8000-000000000001';
const second = '00000000-0000-4000-8000-000000000002';
const config: DeploymentConfig = {
  name: 'Payments',
  environment: 'DEV',
  authentication: 'apikey',
  contextPath: 'payments',
  upstreamUrl: 'http://payments.example/v1',
  gatewayId: 1,
  tokenExpiration: 86_400,
  ratePerMinute: null,
  ...plainDeployment,
};
const slower = { ...config, ratePerMinute: 5 };

const requested = (operationId = first, to = config, from: DeploymentConfig | null = null): DeploymentEvent => ({
  type: 'DeploymentRequested',
  data: { deploymentId: 7, operationId, apiId: 3, from, to },
});
const applied = (operationId = first): DeploymentEvent => ({
  type: 'DeploymentApplied',
  data: { deploymentId: 7, operationId },
});
const failed = (operationId = first): DeploymentEvent => ({
  type: 'DeploymentFailed',
  data: { deploymentId: 7, operationId },
});
const removing = (operationId = second): DeploymentEvent => ({
  type: 'UndeploymentRequested',
  data: { deploymentId: 7, operationId, apiId: 3 },
});
const removed: DeploymentEvent = { type: 'DeploymentRemoved', data: { deploymentId: 7, operationId: second } };
const request = (operationId: string, wanted: DeploymentConfig, keepsResponse = false) =>
  ({
    type: 'RequestDeployment',
    data: { deploymentId: 7, operationId, apiId: 3, config: wanted, keepsResponse },
  }) as const;

describe('a deployment', () => {
  it('is requested with the configuration before the change', () => {
    expect(given(deploymentDecider, []).when(request(first, config))).toEqual([requested()]);
    expect(given(deploymentDecider, [requested(), applied()]).when(request(second, slower))).toEqual([
      requested(second, slower, config),
    ]);
  });

  it('compares a change with the applied configuration, not with one that failed or is under way', () => {
    const events = [requested(), applied(), requested(second, slower, config), failed(second)];
    expect(given(deploymentDecider, events).when(request(first, config))).toEqual([requested(first, config, config)]);
    expect(given(deploymentDecider, [requested()]).when(request(second, slower))).toEqual([
      requested(second, slower, null),
    ]);
  });

  it('is changed by an approval of the form that both have seen, and of no other', () => {
    const approval = { approvalId: 4, approvedBy: 8, hash: 'as-seen', expiresAt: '2026-01-12T08:00:00.000Z' };
    const data = { deploymentId: 7, operationId: second, apiId: 3, config: slower };
    const approved = (basis: string | null) =>
      ({ type: 'RequestDeployment', data: { ...data, approved: { approval, basis } } }) as const;
    const { type, data: asked } = requested(second, slower, config) as Extract<
      DeploymentEvent,
      { type: 'DeploymentRequested' }
    >;
    expect(given(deploymentDecider, [requested(), applied()]).when(approved(first))).toEqual([
      { type, data: { ...asked, approval } },
    ]);
    for (const basis of [null, second])
      expect(given(deploymentDecider, [requested(), applied()]).when(approved(basis))).toEqual(
        refuse('conflict', { code: 'approval.form-changed' }),
      );
  });

  it('keeps its environment and its gateway', () => {
    const deployed = given(deploymentDecider, [requested(), applied()]);
    expect(deployed.when(request(second, { ...config, environment: 'PROD' }))).toEqual(
      refuse('invalid', { code: 'deployment.environment-fixed', field: 'env' }),
    );
    expect(deployed.when(request(second, { ...config, gatewayId: 2 }))).toEqual(
      refuse('invalid', { code: 'deployment.gateway-fixed', field: 'kongServer' }),
    );
  });

  it('keeps the response transformer when it is not the user who may set it', () => {
    const answered = { ...config, responseTransformer: { ...emptyResponseTransformer, addHeaders: ['X-A:1'] } };
    const deployed = given(deploymentDecider, [requested(first, answered), applied()]);
    expect(deployed.when(request(second, slower, true))).toEqual([
      requested(second, { ...slower, responseTransformer: answered.responseTransformer }, answered),
    ]);
    expect(deployed.when(request(second, slower))).toEqual([requested(second, slower, answered)]);
    expect(given(deploymentDecider, []).when(request(first, answered, true))).toEqual([requested()]);
  });

  it('is confirmed by the newest request only: a late outcome of an older one changes nothing', () => {
    const events = [requested(), requested(second, slower)];
    const when = given(deploymentDecider, events).when;
    expect(when({ type: 'ConfirmDeployment', data: { operationId: first } })).toEqual([]);
    expect(when({ type: 'ConfirmDeployment', data: { operationId: second } })).toEqual([applied(second)]);
  });

  it('can still be confirmed after it failed, when support replays the request', () => {
    expect(
      given(deploymentDecider, [requested(), failed()]).when({
        type: 'ConfirmDeployment',
        data: { operationId: first },
      }),
    ).toEqual([applied()]);
  });

  it('is confirmed and failed once', () => {
    const when = given(deploymentDecider, [requested(), applied()]).when;
    expect(when({ type: 'ConfirmDeployment', data: { operationId: first } })).toEqual([]);
    expect(when({ type: 'FailDeployment', data: { operationId: first } })).toEqual([]);
  });

  it('ignores the outcome of a deploy after the removal is requested', () => {
    const when = given(deploymentDecider, [requested(), removing()]).when;
    expect(when({ type: 'ConfirmDeployment', data: { operationId: first } })).toEqual([]);
    expect(when(request(first, config))).toEqual(notFound());
    expect(when({ type: 'ConfirmRemoval', data: { operationId: second } })).toEqual([removed]);
  });

  it('does not exist once it is removed', () => {
    const gone = given(deploymentDecider, [requested(), applied(), removing(), removed]);
    expect(gone.when(request(first, config))).toEqual(notFound());
    expect(gone.when({ type: 'RequestUndeployment', data: { operationId: first } })).toEqual(notFound());
    expect(gone.state.status).toBe('removed');
  });

  it('is removed once: a second request finds nothing', () => {
    expect(
      given(deploymentDecider, [requested(), removing()]).when({
        type: 'RequestUndeployment',
        data: { operationId: first },
      }),
    ).toEqual(notFound());
    expect(given(deploymentDecider, []).when({ type: 'RequestUndeployment', data: { operationId: first } })).toEqual(
      notFound(),
    );
  });
});

describe('the planned end of a move', () => {
  const standing = [requested(), applied()];
  const planned = (end: { endsOn?: string; quietDays?: number }, followerId = 9): DeploymentEvent => ({
    type: 'MoveEndPlanned',
    data: { deploymentId: 7, apiId: 3, followerId, ...end },
  });
  const none = { endsOn: null, quietDays: null };
  const onDay = { endsOn: '2026-03-04', quietDays: null };
  const quiet = { endsOn: null, quietDays: 7 };
  const changed = refuse('conflict', { code: 'deployment.move-end-changed' });
  const plan = (end: typeof none | typeof onDay | typeof quiet, seen: typeof end | null = null, followerId = 9) =>
    ({ type: 'PlanMoveEnd', data: { followerId, end, seen } }) as const;

  it.each<[what: string, before: DeploymentEvent[], command: ReturnType<typeof plan>, then: unknown]>([
    ['a day', standing, plan(onDay), [planned({ endsOn: '2026-03-04' })]],
    ['days without a call', standing, plan(quiet), [planned({ quietDays: 7 })]],
    ['the same again', [...standing, planned({ quietDays: 7 })], plan(quiet), []],
    ['another one', [...standing, planned({ quietDays: 7 })], plan(onDay, quiet), [planned({ endsOn: '2026-03-04' })]],
    ['none any more', [...standing, planned({ quietDays: 7 })], plan(none, quiet), [planned({})]],
    ['what somebody else has changed', [...standing, planned({ quietDays: 7 })], plan(onDay), changed],
    ['of another move', [...standing, planned({ quietDays: 7 }, 8)], plan(onDay), [planned({ endsOn: '2026-03-04' })]],
    [
      'after a change of the form',
      [...standing, planned({ quietDays: 7 }), requested(second, slower, config)],
      plan(quiet),
      [],
    ],
    ['of what ends', [...standing, removing()], plan(onDay), notFound()],
    ['of nothing', [], plan(onDay), notFound()],
  ])('is %s', (_what, before, command, then) => {
    expect(given(deploymentDecider, before).when(command)).toEqual(then);
  });
});
