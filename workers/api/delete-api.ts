import { setTimeout as pause } from 'node:timers/promises';
import { apiDecider } from '#domain/api/decider.ts';
import type { Problem } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import type { ApiSubject } from '../engine/job.ts';
import { NotReadyError, PermanentError, type Run, SupersededError } from '../engine/run.ts';

type ApiRun = Run<ApiSubject>;
type Left = Exclude<Deployment, { status: 'none' }>;

/** Looks twice at what may be so in a moment, then gives the slot to others. @throws NotReadyError */
const expectSoon = async (run: ApiRun, isSo: () => Promise<boolean>, problem: Problem): Promise<void> => {
  if (await isSo()) return;
  await pause(run.services.timing.look);
  await run.assertCurrent();
  if (!(await isSo())) throw new NotReadyError(problem);
};

/**
 * Whether the read tables know of the deletion: then they know all deployments that were asked for before it. What is
 * asked for later goes without us (`deploy.ts`).
 */
const isInReadTables = async ({ services, subject: { apiId }, operationId }: ApiRun): Promise<boolean> => {
  const { rows } = await services.pool.query('select from apis where id = $1 and deletion = $2', [apiId, operationId]);
  return rows.length > 0;
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

/**
 * Asks for the removal of one deployment, with its keys, by an operation of its own. Written down first: by the time
 * that somebody takes over after a kill, the deployment may be gone without a trace in the read tables.
 */
const undeploy = async (run: ApiRun, { deploymentId, wanted }: Left): Promise<void> => {
  const operationId = uuidV5(porticoNamespace, `delete-api/${run.operationId}/${deploymentId}`);
  await run.record('undeploy', wanted.contextPath, 'removed');
  try {
    await run.decide(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
  } catch (error) {
    // Somebody else asked for the same in this moment.
    const now = await loadState(run.services.store, deploymentDecider, deploymentId);
    if (!(error instanceof SupersededError) || (now.status !== 'undeploying' && now.status !== 'removed')) throw error;
  }
};

/** Whether none is left. @throws PermanentError when a removal has failed for good: a person looks at it first. */
const isBare = async (run: ApiRun): Promise<boolean> => {
  const left = await deploymentsLeft(run);
  for (const { operationId, wanted } of left) {
    const { status } = await loadState(run.services.store, operationDecider, operationId);
    if (status === 'failed')
      throw new PermanentError({ code: 'api.undeployment-failed', parameters: { path: wanted.contextPath } });
  }
  return left.length === 0;
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
    await expectSoon(run, () => isInReadTables(run), { code: 'portal.unavailable' });
    for (const deployment of await deploymentsLeft(run))
      if (deployment.status !== 'undeploying') await undeploy(run, deployment);
    await expectSoon(run, () => isBare(run), { code: 'api.deployments-left' });
    await run.decide(apiDecider, subject.apiId, { type: 'ConfirmDeletion', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
};
