import { isRefusal, RefusedError, refuse } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment, DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { load } from '#eventstore/load.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { randomId } from '#platform/uuid.ts';
import { requestApproval } from '../approval/shared/request-approval.ts';
import { refusalOfOlderForm } from '../http/changed-since.ts';
import type { ResponseBody } from '../http/command.ts';
import { changedSinceRead, type Form } from '../http/older-form.ts';
import type { Received } from '../http/route.ts';
import { reviewUndoing } from '../http/undoes.ts';
import type { Answering } from '../operation/shared/answering.ts';
import { gatewayDifference } from './shared/gateway-difference.ts';

/**
 * A checked change of a deployment.
 *
 * @property operations that a lockdown allows.
 * @property form       that it comes from.
 */
export type WantedChange = Readonly<{
  deploymentId: number;
  apiId: number;
  config: DeploymentConfig;
  keepsResponse?: boolean;
  follows?: number;
  operations: SpecOperations | undefined;
  form?: Form<Deployment>;
}> &
  Answering;

/**
 * Asks a second person for a change of a deployment, with the difference that it makes at the gateway now. Refuses what the change
 * itself would be refused for.
 *
 * @param content of the call, for its idempotency key.
 * @param prepare checks the change.
 * @throws RefusedError 503 when the gateway does not respond: there is nothing to show and to approve then.
 */
export const requestChange = (
  request: Received,
  content: unknown,
  prepare: () => Promise<WantedChange>,
): Promise<ResponseBody> =>
  requestApproval(request, content, async () => {
    const { services, actor } = request;
    const { deploymentId, apiId, operations, form, answers, isOvertaken, ...wanted } = await prepare();
    const { state, events } = await load(services.store, deploymentDecider, deploymentId);
    const older = form && changedSinceRead(deploymentDecider, events, form);
    if (older) throw new RefusedError(await refusalOfOlderForm(services.db, actor, older));
    if (isOvertaken) throw new RefusedError(refuse('conflict', { code: 'answer.overtaken' }));
    // How it ends changes what is at the gateway, and with it what both would see.
    if (state.status === 'deploying') throw new RefusedError(refuse('conflict', { code: 'approval.running' }));
    const operationId = randomId();
    const decision = deploymentDecider.decide(
      { type: 'RequestDeployment', data: { deploymentId, operationId, apiId, ...wanted } },
      state,
    );
    if (isRefusal(decision)) throw new RefusedError(decision);
    const undoing = reviewUndoing(request, events, decision);
    const [event] = decision;
    const config = event?.type === 'DeploymentRequested' ? event.data.to : wanted.config;
    const { gatewayId } = config;
    const difference = { deploymentId, gatewayId, config, operations, refusesNames: true };
    const { changes: plan, hash } = await gatewayDifference(services, difference);
    if (operations) await saveOperations(services.pool, operations);
    const basis = state.status === 'none' ? null : state.operationId;
    const { follows } = wanted;
    return {
      change: {
        ...({ kind: 'deployment', deploymentId, apiId, operationId, basis, config } as const),
        ...(follows === undefined ? {} : { follows }),
        ...undoing,
        ...(answers === undefined ? {} : { answers }),
      },
      plan,
      hash,
    };
  });
