import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { reconciliationDecider } from '#domain/reconciliation/decider.ts';
import type { ReconciliationRequest } from '#domain/reconciliation/reconciliation.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from './worker-services.ts';

/**
 * Requests an operation that brings the gateway back to the log's state of a deployment or one of its keys, once for
 * each cause. A deployment or key that the log does not know belongs to somebody else, and is ignored.
 *
 * @param cause names the cause.
 */
export const requestReconciliation = async (
  { store, log }: WorkerServices,
  subject: Pick<ReconciliationRequest, 'deploymentId' | 'reason'> & { consumerId?: number | undefined },
  cause: string,
): Promise<void> => {
  const { deploymentId, consumerId = null, reason } = subject;
  const deployment = await loadState(store, deploymentDecider, deploymentId);
  if (deployment.status === 'none') return;
  const operationId = uuidV5(porticoNamespace, `reconciliation/${cause}`);
  log.warn(
    { deployment: deploymentId, key: consumerId, reason, operation: operationId },
    'a reconciliation of the gateway was requested',
  );
  const done = await execute({
    store,
    decider: reconciliationDecider,
    id: operationId,
    command: {
      type: 'RequestReconciliation',
      data: { operationId, deploymentId, apiId: deployment.apiId, consumerId, reason },
    },
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `reconciliation-command/${cause}`),
      correlationId: operationId,
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};
