import { byPortal } from '#domain/core/actor.ts';
import { streamOf } from '#domain/core/id.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { reconciliationDecider } from '#domain/reconciliation/decider.ts';
import type { ReconciliationRequest } from '#domain/reconciliation/reconciliation.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** Requests an operation that brings a gateway back to the log's state of one thing, once for each cause. */
export const requestReconciliation = async (
  { store, log }: WorkerServices,
  request: Omit<ReconciliationRequest, 'operationId'>,
  cause: string,
): Promise<void> => {
  const { about, reason } = request;
  const operationId = uuidV5(porticoNamespace, `reconciliation/${cause}`);
  log.warn(
    { subject: streamOf(about.noun, about.id), place: about.place, reason, operation: operationId },
    'a reconciliation of the gateway was requested',
  );
  const done = await execute({
    store,
    decider: reconciliationDecider,
    id: operationId,
    command: { type: 'RequestReconciliation', data: { ...request, operationId } },
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `reconciliation-command/${cause}`),
      correlationId: operationId,
      time: new Date().toISOString(),
    },
  });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
};
