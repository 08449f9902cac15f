import { deploymentDecider } from '#domain/deployment/decider.ts';
import { servedBy } from '#domain/deployment/served-by.ts';
import { keyLimitDecider } from '#domain/key-limit/decider.ts';
import { readKeyLimitId } from '#domain/key-limit/key-limit-id.ts';
import { loadState } from '#eventstore/load.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { SupersededError } from '../engine/run.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { bringLimits } from './bring-limits.ts';

/** Brings the keys of an organization on a deployment to the limit that the provider wants for them now. */
export const limitKeys: Handler = {
  run: async (run) => {
    const { services, operationId, subject } = run;
    const { deploymentId, organizationId } = readKeyLimitId(subject.id);
    const assertStillWanted = async (): Promise<void> => {
      const limit = await loadState(services.store, keyLimitDecider, subject.id);
      if (limit.operationId !== operationId) throw new SupersededError();
    };
    await assertStillWanted();
    const deployment = await loadState(services.store, deploymentDecider, deploymentId);
    if (deployment.status === 'none' || deployment.status === 'removed' || deployment.status === 'undeploying')
      throw new SupersededError();
    const served = servedBy(deployment);
    // The first deploy is under way, or failed: there is no key yet, and a later one reads the limit by itself.
    if (!served) return;
    const together = served.countsTogether === true;
    const wanted = { deploymentId, organizationId, together, grouped: together, redis: served.redis };
    await untilKnownEverywhere(run, served.gatewayId, (session) =>
      bringLimits(run, session, wanted, assertStillWanted),
    );
  },
  restore: nothing,
  fail: nothing,
};
