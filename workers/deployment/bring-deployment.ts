import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { whatIsInTheWay } from '#gateway/change/in-the-way.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { placeOf } from '#gateway/plan/place-of.ts';
import type { Run } from '../engine/run.ts';
import { removeCanary } from '../gateway/in-force.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { verifyRoutes } from '../gateway/verify-routes.ts';

/**
 * Brings the gateway to a deployment's configuration; null removes everything. Before, it checks that nobody else's
 * entities prevent it. Before the routes open, it checks that they refuse callers without credentials.
 *
 * @param assertStillWanted is called before each call to the gateway.
 * @throws GatewayError
 */
export const bringDeployment = async (
  run: Run,
  session: GatewaySession,
  deploymentId: number,
  config: DeploymentConfig | null,
  assertStillWanted: () => Promise<void>,
): Promise<void> => {
  const operations = config?.lockdown ? await loadOperations(run.services.pool, config.lockdown.operations) : undefined;
  const plan = config && (await desiredDeployment(session, { deploymentId, config, operations }));
  const desired = plan?.entities ?? [];
  const known = [...desired, ...(plan?.replaces ?? [])];
  await reconcileEntities({
    run,
    session,
    deploymentId,
    desired,
    changes: plan?.changes,
    actual: () => actualOfDeployment(session, deploymentId, known),
    assertStillWanted,
    assertFree: async (steps, actual) => {
      if (!config) return;
      const inTheWay = await whatIsInTheWay(session, placeOf(config), steps, actual);
      if (inTheWay) throw new GatewayError({ class: 'permanent', problem: inTheWay });
    },
    verify: async (guard) => {
      if (plan) await verifyRoutes(run, session, { deploymentId, config, probes: plan.probes }, guard);
    },
  });
  if (!config) await removeCanary(run, session, deploymentId);
};
