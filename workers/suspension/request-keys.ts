import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isSuspended } from '#domain/organization/organization.ts';
import { suspensionDecider } from '#domain/suspension/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * Requests an operation that brings an organization's keys on a deployment to what the organization's state wants, once for
 * each cause.
 *
 * @param cause names the cause.
 */
export const requestKeys = async (
  { store }: WorkerServices,
  { organizationId, deploymentId }: Readonly<{ organizationId: number; deploymentId: number }>,
  cause: string,
): Promise<void> => {
  const deployment = await loadState(store, deploymentDecider, deploymentId);
  if (deployment.status === 'none') return;
  const organization = await loadState(store, organizationDecider, organizationId);
  const operationId = uuidV5(porticoNamespace, `keys/${cause}`);
  const done = await execute({
    store,
    decider: suspensionDecider,
    id: operationId,
    command: {
      type: isSuspended(organization) ? 'RequestSuspension' : 'RequestRestoration',
      data: { operationId, organizationId, deploymentId, apiId: deployment.apiId },
    },
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `keys-command/${cause}`),
      correlationId: operationId,
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};
