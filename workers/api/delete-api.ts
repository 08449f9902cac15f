import { apiDecider } from '#domain/api/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { expectSoon } from '../engine/expect-soon.ts';
import { type Handler, nothing, type Waiting } from '../engine/handler.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';

type Left = Exclude<Deployment, { status: 'none' }>;

/**
 * Returns whether the read tables know the deletion. Then they also know all deployments that were requested before it.
 * A deployment that is requested later removes itself (`deploy.ts`).
 */
const isInReadTables = async ({ services, subject, operationId }: Run): Promise<boolean> => {
  const { rows } = await services.pool.query('select from apis where id = $1 and deletion = $2', [
    subject.id,
    operationId,
  ]);
  return rows.length > 0;
};

const deploymentsLeft = async ({ services, subject }: Run): Promise<Left[]> => {
  const { rows } = await services.pool.query<{ id: number }>(
    'select id from deployments where api_id = $1 order by id',
    [subject.id],
  );
  const states = await Promise.all(rows.map(({ id }) => loadState(services.store, deploymentDecider, id)));
  return states.filter((state): state is Left => state.status !== 'none' && state.status !== 'removed');
};

/**
 * Requests the removal of one deployment and its keys, by a separate operation. Records the step first: after a crash
 * the deployment may already be missing in the read tables.
 */
const undeploy = async (run: Run, { deploymentId, wanted }: Left): Promise<void> => {
  const operationId = uuidV5(porticoNamespace, `delete-api/${run.operationId}/${deploymentId}`);
  await run.record('undeploy', wanted.contextPath, 'removed');
  try {
    await run.decide(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
  } catch (error) {
    // Somebody else has just requested the same removal.
    const now = await loadState(run.services.store, deploymentDecider, deploymentId);
    if (!(error instanceof SupersededError) || (now.status !== 'undeploying' && now.status !== 'removed')) throw error;
  }
};

/**
 * Returns whether no deployment is left. @throws PermanentError when a removal has failed for good: a person must look
 * at it first.
 */
const hasNoDeployments = async (run: Run): Promise<boolean> => {
  const left = await deploymentsLeft(run);
  for (const { operationId, wanted } of left) {
    const { status } = await loadState(run.services.store, operationDecider, operationId);
    if (status === 'failed')
      throw new PermanentError({ code: 'api.undeployment-failed', parameters: { path: wanted.contextPath } });
  }
  return left.length === 0;
};

/** Returns whether the removals of all deployments are under way, according to the read tables. */
const isHeldUp = async ({ services, subject }: Waiting): Promise<boolean> => {
  const { rows } = await services.pool.query<{ isGoing: boolean }>(
    `select state = 'undeploying' and not exists (
       select from operations where operations.id = operation_id and operations.state = 'failed') as "isGoing"
     from deployments where api_id = $1`,
    [subject.id],
  );
  return rows.length > 0 && rows.every(({ isGoing }) => isGoing);
};

/**
 * Deletes an API: removes each of its deployments from its gateway, with all keys, and ends when the last one is gone.
 * Each request has the same id when it is repeated, so after a crash the next worker can continue.
 */
export const deleteApi: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const api = await loadState(services.store, apiDecider, subject.id);
    if (api.status === 'none' || api.operationId !== operationId) throw new SupersededError();
    if (api.status === 'deleted') return;
    await expectSoon(run, () => isInReadTables(run), { code: 'portal.unavailable' });
    for (const deployment of await deploymentsLeft(run))
      if (deployment.status !== 'undeploying') await undeploy(run, deployment);
    await expectSoon(run, () => hasNoDeployments(run), { code: 'api.deployments-left' });
    await run.decide(apiDecider, subject.id, { type: 'ConfirmDeletion', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
  isHeldUp,
};
