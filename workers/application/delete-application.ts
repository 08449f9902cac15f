import type { Api } from '#domain/api/api.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { expectSoon } from '../engine/expect-soon.ts';
import { type Handler, nothing, type Waiting } from '../engine/handler.ts';
import { PermanentError, type Run, SupersededError } from '../engine/run.ts';

type Left = Exclude<Api, { status: 'none' }>;

/**
 * Returns whether the read tables know the deletion. Then they also know all APIs that were published before it. One that
 * is published later is deleted by a chore (`forgotten-apis.ts`).
 */
const isInReadTables = async ({ services, subject, operationId }: Run): Promise<boolean> => {
  const { rowCount } = await services.pool.query('select from applications where id = $1 and deletion = $2', [
    subject.id,
    operationId,
  ]);
  return rowCount === 1;
};

const apisLeft = async ({ services, subject }: Run): Promise<Left[]> => {
  const { rows } = await services.pool.query<{ id: number }>(
    'select id from apis where application_id = $1 order by id',
    [subject.id],
  );
  const states = await Promise.all(rows.map(({ id }) => loadState(services.store, apiDecider, id)));
  return states.filter((state): state is Left => state.status !== 'none' && state.status !== 'deleted');
};

/** Requests the deletion of one API, by a separate operation. Records the step first, as for a deployment of an API. */
const deleteOne = async (run: Run, { apiId, details }: Left): Promise<void> => {
  const operationId = uuidV5(porticoNamespace, `delete-application/${run.operationId}/${apiId}`);
  await run.record('delete-api', details.name, 'removed');
  try {
    await run.decide(apiDecider, apiId, { type: 'RequestDeletion', data: { operationId } });
  } catch (error) {
    // Somebody else has just requested the same deletion.
    const now = await loadState(run.services.store, apiDecider, apiId);
    if (!(error instanceof SupersededError) || (now.status !== 'deleting' && now.status !== 'deleted')) throw error;
  }
};

/** Returns whether no API is left. @throws PermanentError when a deletion has failed for good. */
const hasNoApis = async (run: Run): Promise<boolean> => {
  const left = await apisLeft(run);
  for (const { operationId, details } of left) {
    if (operationId === null) continue;
    const { status } = await loadState(run.services.store, operationDecider, operationId);
    if (status === 'failed')
      throw new PermanentError({ code: 'application.api-deletion-failed', parameters: { name: details.name } });
  }
  return left.length === 0;
};

/** Returns whether the deletions of all APIs are under way, according to the read tables. */
const isHeldUp = async ({ services, subject }: Waiting): Promise<boolean> => {
  const { rows } = await services.pool.query<{ isGoing: boolean }>(
    `select state <> 'published' and not exists (
       select from operations where operations.id = deletion and operations.state = 'failed') as "isGoing"
     from apis where application_id = $1`,
    [subject.id],
  );
  return rows.length > 0 && rows.every(({ isGoing }) => isGoing);
};

/**
 * Deletes an application: requests the deletion of each of its APIs and ends when the last one is gone. Each request has
 * the same id when it is repeated, so after a crash the next worker can continue.
 */
export const deleteApplication: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const application = await loadState(services.store, applicationDecider, subject.id);
    if (application.status === 'none' || application.operationId !== operationId) throw new SupersededError();
    if (application.status === 'deleted') return;
    await expectSoon(run, () => isInReadTables(run), { code: 'portal.unavailable' });
    for (const api of await apisLeft(run)) if (api.status !== 'deleting') await deleteOne(run, api);
    await expectSoon(run, () => hasNoApis(run), { code: 'application.apis-left' });
    await run.decide(applicationDecider, subject.id, { type: 'ConfirmDeletion', data: { operationId } });
  },
  restore: nothing,
  fail: nothing,
  isHeldUp,
};
