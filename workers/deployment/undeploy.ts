import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { numbersIn } from '#gateway/admin-api/entity.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import { foreignRoute } from '#gateway/change/in-the-way.ts';
import { actualOfDeploymentAndKeys } from '#gateway/plan/own-entities.ts';
import { destroyRetired } from '../consumer/destroy-retired.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import { removeCanary } from '../gateway/in-force.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { followersOf, followLeader } from './follow.ts';

const current = async (run: Run) => {
  const deployment = await loadState(run.services.store, deploymentDecider, run.subject.id);
  if (deployment.status === 'none' || deployment.operationId !== run.operationId) throw new SupersededError();
  return deployment;
};

/**
 * Returns the keys in the read tables. The operation of a newer key fails by itself, because its deployment is gone.
 */
const knownKeys = async ({ services, subject }: Run): Promise<number[]> => {
  const { rows } = await services.pool.query<{ id: number }>('select id from consumers where deployment_id = $1', [
    subject.id,
  ]);
  return rows.map(({ id }) => id);
};

/** Ends a key of the deployment, and destroys its secrets. */
const endKey = async (run: Run, id: number): Promise<void> => {
  const consumer = await loadState(run.services.store, consumerDecider, id);
  if (consumer.status === 'none') return;
  await destroyRetired(run, consumer, null);
  await run.decide(consumerDecider, id, { type: 'ConfirmUndeployment', data: { operationId: run.operationId } });
};

/**
 * Removes a deployment and all its keys from the gateway. Credentials come first, which ends access at once
 * (requirement C4). Then it closes the routes, and when that is in force everywhere, removes their protection.
 */
export const undeploy: Handler = {
  run: async (run) => {
    const { deploymentId, wanted } = await current(run);
    // What was rotated or ended a moment ago has to be so at the deployment that takes its place, too. Its secrets are destroyed below.
    for (const id of await followersOf(run.services, deploymentId)) await followLeader(run.services, id);
    const keys = new Set<number>();
    await untilKnownEverywhere(run, wanted.gatewayId, async (session) => {
      await reconcileEntities({
        run,
        session,
        deploymentId,
        desired: [],
        actual: async () => {
          const actual = await actualOfDeploymentAndKeys(session, deploymentId);
          for (const id of numbersIn(session.names, actual, 'consumer')) keys.add(id);
          return actual;
        },
        assertStillWanted: async () => {
          await current(run);
        },
        assertFree: async (steps) => {
          // The gateway would refuse to remove the service, but only after its protection is removed.
          const route = await foreignRoute(session, steps);
          if (route) throw new GatewayError({ class: 'paused', problem: route });
        },
      });
      await removeCanary(run, session, deploymentId);
    });
    for (const id of await knownKeys(run)) keys.add(id);
    for (const id of keys) await endKey(run, id);
    await run.decide(deploymentDecider, deploymentId, {
      type: 'ConfirmRemoval',
      data: { operationId: run.operationId },
    });
  },
  restore: nothing,
  fail: nothing,
};
