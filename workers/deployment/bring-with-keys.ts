import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import type { Run } from '../engine/run.ts';
import { bringLimits } from '../key-limit/bring-limits.ts';
import { bringDeployment } from './bring-deployment.ts';

/**
 * Brings the gateway from one configuration of a deployment to another; null is nothing. Where one of them counts an
 * organization's keys together, its keys follow: they get the organization's group before calls are counted by it, and
 * keep it as long as they are. They follow, too, where calls are counted in another Redis, or in none any more. A limit of an organization counts by the group only while the acl plugin shows it, because
 * otherwise a caller could.
 *
 * @param assertStillWanted is called before each call to the gateway.
 * @throws GatewayError
 */
export const bringWithKeys = async (
  run: Run,
  session: GatewaySession,
  deploymentId: number,
  from: DeploymentConfig | null,
  to: DeploymentConfig | null,
  assertStillWanted: () => Promise<void>,
): Promise<void> => {
  const [did, does] = [from?.countsTogether === true, to?.countsTogether === true];
  const hasKeys = from !== null && to !== null && (did || does);
  const movesCounters = from !== null && to !== null && from.redis?.resourceId !== to.redis?.resourceId;
  // The operation's plan is the deployment's.
  const limits = (together: boolean, grouped: boolean) =>
    bringLimits(
      { ...run, plan: async () => undefined },
      session,
      { deploymentId, together, grouped, redis: to?.redis },
      assertStillWanted,
    );
  if (hasKeys) await limits(did && does, true);
  await bringDeployment(run, session, deploymentId, to, assertStillWanted);
  if (hasKeys || movesCounters) await limits(does, does);
};
