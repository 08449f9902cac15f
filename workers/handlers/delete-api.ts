import { setTimeout as pause } from 'node:timers/promises';
import { apiDecider } from '#domain/api/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { ApiSubject } from '../job.ts';
import { NotReadyError, PermanentError, type Run, SupersededError } from '../run.ts';
import { type Handler, nothing } from './handler.ts';

type ApiRun = Run<ApiSubject>;
type Left = Exclude<Deployment, { status: 'none' }>;

/**
 * Waits until the read tables know of the deletion: then they know all deployments that were asked for before it. What
 * is asked for later goes without us (`deploy.ts`).
 */
const readTables = async ({ services, subject: { apiId }, operationId, assertCurrent }: ApiRun): Promise<void> => {
  const limit = Date.now() + services.timing.live;
  for (;;) {
    const { rows } = await services.pool.query('select from apis where id = $1 and deletion = $2', [
      apiId,
      operationId,
    ]);
    if (rows.length > 0) return;
    if (Date.now() > limit) throw new NotReadyError({ code: 'portal.unavailable' });
    await pause(services.timing.look);
    await assertCurrent();
  }
};

/** The API's deployments that are not gone. */
const deploymentsLeft = async ({ services, subject: { apiId } }: ApiRun): Promise<Left[]> => {
  const { rows } = await services.pool.query<{ id: number }>(
    'select id from deployments where api_id = $1 order by id',
    [apiId],
  );
  const states = await Promise.all(rows.map(({ id }) => loadState(services.store, deploymentDecider, id)));
  return states.filter((state): state is Left => state.status !== 'none' && state.status !== 'removed');
};

/** Asks for the removal of one deployment, with its keys, by an operation of its own. */
const undeploy = async (run: ApiRun, { deploymentId, wanted }: Left): Promise<void> => {
  const operationId = uuidV5(porticoNamespace, `delete-api/${run.operationId}/${deploymentId}`);
  try {
    await run.decide(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
  } catch (error) {
    // Somebody else asked for the same in this moment.
    const now = await loadState(run.services.store, deploymentDecider, deploymentId);
    if (!(error instanceof SupersededError) || (now.status !== 'undeploying' && now.status !== 'removed')) throw error;
  }
  await run.record('undeploy', wanted.contextPath, 'removed');
};

/** A removal that has failed for good is looked at by a person first. */
const assertUnderWay = async ({ services }: ApiRun, left: readonly Left[]): Promise<void> => {
  for (const { operationId, wanted } of left) {
    const { status } = await loadState(services.store, operationDecider, operationId);
    if (status === 'failed')
      throw new PermanentError({ code: 'api.undeployment-failed', parameters: { path: wanted.contextPath } });
  }
};

/**
 * Deletes an API: takes each of its deployments off its gateway, with all keys, and is done when the last one is gone.
 * What is asked again is asked for the same: a worker that was killed in the middle is taken over by the next.
 */
export const deleteApi: Handler<ApiSubject> = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const api = await loadState(services.store, apiDecider, subject.apiId);
    if (api.status === 'none' || api.operationId !== operationId) throw new SupersededError();
    if (api.status === 'deleted') return;
    await readTables(run);
    let left = await deploymentsLeft(run);
    for (const deployment of left) if (deployment.status !== 'undeploying') await undeploy(run, deployment);
    const limit = Date.now() + services.timing.live;
    while (left.length > 0 && Date.now() < limit) {
      await pause(services.timing.look);
      await run.assertCurrent();
      left = await deploymentsLeft(run);
      await assertUnderWay(run, left);
    }
    if (left.length > 0) throw new NotReadyError({ code: 'api.deployments-left' });
    await run.decide(apiDecider, subject.apiId, { type: 'ConfirmDeletion', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
};
