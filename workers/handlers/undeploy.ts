import { deploymentDecider } from '#domain/deployment/decider.ts';
import { heldByDeploymentAndKeys } from '#gateway/held.ts';
import { proxyPath } from '#gateway/plan.ts';
import { probeRoute } from '#gateway/probe.ts';
import { probeMark } from '#platform/probe-header.ts';
import { converge } from '../converge.ts';
import { withGateway } from '../gateway-session.ts';
import { load, type Run, SupersededError } from '../run.ts';
import { type Handler, nothing } from './handler.ts';

const current = async (run: Run) => {
  const deployment = await load(run.services, deploymentDecider, run.subject.deploymentId);
  if (deployment.status === 'none' || deployment.operationId !== run.operationId) throw new SupersededError();
  return deployment;
};

/**
 * Removes a deployment and every key of it from the gateway: credentials first, which ends access at once
 * (reliability C4). Done when the proxy no longer knows the path; a proxy that is slow to obey does not make
 * the removal fail, the keys are gone.
 */
export const undeploy: Handler = {
  run: async (run) => {
    const { deploymentId } = run.subject;
    const { wanted } = await current(run);
    await withGateway(run.services, wanted.gatewayId, async ({ gateway, client }) => {
      await converge({
        run,
        client,
        desired: [],
        held: () => heldByDeploymentAndKeys(client, deploymentId),
        assertStillWanted: async () => {
          await current(run);
        },
      });
      const path = proxyPath(wanted);
      const { live, look } = run.services.timing;
      const seen = await probeRoute(gateway.apiUrl, path, 'missing', {
        mark: probeMark(run.services.vault),
        limit: live,
        interval: look,
      });
      if (seen === 'missing') await run.record('probe', path, 'verified');
    });
    await run.decide(deploymentDecider, deploymentId, {
      type: 'ConfirmRemoval',
      data: { operationId: run.operationId },
    });
  },
  restore: nothing,
  fail: nothing,
};
