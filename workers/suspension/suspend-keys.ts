import { type FoundEntity, numbersIn } from '#gateway/admin-api/entity.ts';
import { actualCredentials } from '#gateway/plan/own-entities.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { keysOf } from './keys-subject.ts';

/**
 * Takes the credentials of a suspended organization off a deployment, whatever state its keys are in. This takes effect at
 * once. The rest of the keys stays, so that they can be restored.
 */
export const suspendKeys: Handler = {
  run: async (run) => {
    const { deployment, consumerIds, assertStillWanted } = await keysOf(run, true);
    const { deploymentId, wanted } = deployment;
    const known = new Set(consumerIds);
    await untilKnownEverywhere(run, wanted.gatewayId, (session) => {
      const isTheirs = (entity: FoundEntity) =>
        numbersIn(session.names, [entity], 'consumer').some((id) => known.has(id));
      return reconcileEntities({
        run,
        session,
        deploymentId,
        desired: [],
        actual: async () => (await actualCredentials(session, deploymentId)).filter(isTheirs),
        assertStillWanted,
      });
    });
  },
  restore: nothing,
  fail: nothing,
};
