import { consumerDecider } from '#domain/consumer/decider.ts';
import { loadState } from '#eventstore/load.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { countsAtOnce } from '#gateway/change/stages.ts';
import { actualOfConsumer } from '#gateway/plan/own-entities.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import type { Run } from '../engine/run.ts';

/** Keys that are looked at together. A gateway's timeouts start when a call is made. */
const atOnce = 8;

/**
 * Ends the access of all keys of a deployment that are to be removed, side by side, before one of them is cleaned up. Of
 * thirty keys that a revoked grant takes, the last would wait for the removal of all others. Each is removed by its own
 * operation. The read table finds candidates, and the log decides.
 */
export const endAccessOfRemovals = async (run: Run, session: GatewaySession, deploymentId: number): Promise<void> => {
  const { pool, store } = run.services;
  const { rows } = await pool.query<{ id: number }>(
    "select id from consumers where deployment_id = $1 and state = 'removing' and id <> $2",
    [deploymentId, run.subject.id],
  );
  await someAtOnce(atOnce, rows, async ({ id: consumerId }) => {
    const { status } = await loadState(store, consumerDecider, consumerId);
    if (status !== 'removing') return;
    const actual = await actualOfConsumer(session, { consumerId, deploymentId }, []);
    for (const entity of actual.filter(({ kind }) => countsAtOnce.includes(kind))) {
      await run.assertCurrent();
      if ((await session.client.remove(entity)) === 'removed')
        await run.record(`delete ${entity.label}`, entity.id, 'removed');
    }
  });
};
