import { apiDecider } from '#domain/api/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment, DeploymentConfig } from '#domain/deployment/deployment.ts';
import { isGoing } from '#domain/organization/organization.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-api/admin-urls.ts';
import { GatewayError } from '#gateway/admin-api/gateway-failure.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { organizationOf } from '../consumer/organization-of-key.ts';
import type { Handler } from '../engine/handler.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import { assertAsApproved, readApproved } from './as-approved.ts';
import { bringWithKeys } from './bring-with-keys.ts';

type Known = Exclude<Deployment, { status: 'none' }>;

/**
 * Returns the deployment as it is now. @throws SupersededError when there is a newer request for it, or its removal.
 */
const current = async (run: Run): Promise<Known> => {
  const deployment = await loadState(run.services.store, deploymentDecider, run.subject.id);
  if (deployment.status === 'none' || deployment.operationId !== run.operationId) throw new SupersededError();
  return deployment;
};

/**
 * Checks that neither the API nor its organization is being deleted. The deletion removes the deployments that it knows. A deployment that was
 * requested later removes itself, before anything of it is on a gateway.
 */
const assertApiStays = async (run: Run, { deploymentId, apiId }: Known): Promise<void> => {
  const api = await loadState(run.services.store, apiDecider, apiId);
  const isApiGoing = api.status === 'deleting' || api.status === 'deleted';
  const stays = api.status === 'none' || !isGoing(await organizationOf(run, api.organizationId));
  if (!isApiGoing && stays) return;
  const operationId = uuidV5(porticoNamespace, `too-late/${run.operationId}`);
  await run.decide(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
  throw new SupersededError();
};

/**
 * Checks the target again, because its name may have another address now. @throws GatewayError at the target's field.
 */
const assertTarget = async ({ services }: Run, { upstreamUrl }: DeploymentConfig): Promise<void> => {
  const code = await services.targets(upstreamUrl, await adminUrls(services.pool));
  if (!code) return;
  const sorted = code === 'deployment.upstream-dns-silent' ? 'retry' : 'permanent';
  throw new GatewayError({ class: sorted, problem: { code, field: 'upstreamUrl' } });
};

/** Creates or changes a deployment on its gateway. It ends when the deployment is in force everywhere. */
export const deploy: Handler = {
  run: async (run) => {
    const deployment = await current(run);
    await assertApiStays(run, deployment);
    const { deploymentId, wanted } = deployment;
    await untilKnownEverywhere(run, wanted.gatewayId, async (session) => {
      const begin = await assertAsApproved(run, session, deployment);
      await bringWithKeys(run, session, deploymentId, deployment.previous, wanted, async () => {
        await Promise.all([current(run), assertTarget(run, wanted)]);
        await begin();
      });
    });
    await run.decide(deploymentDecider, run.subject.id, {
      type: 'ConfirmDeployment',
      data: { operationId: run.operationId },
    });
  },

  // Removes a new deployment, and sets a changed one back.
  restore: async (run) => {
    const deployment = await current(run);
    const { deploymentId, wanted, previous } = deployment;
    const { approval, mayHaveChanged } = await readApproved(run, deployment);
    // The gateway is left as somebody has changed it, because nothing was done there.
    if (approval && !mayHaveChanged) return;
    await withGateway(run, wanted.gatewayId, (session) =>
      bringWithKeys(run, session, deploymentId, wanted, previous, async () => {
        await current(run);
      }),
    );
  },

  fail: (run) =>
    run.decide(deploymentDecider, run.subject.id, {
      type: 'FailDeployment',
      data: { operationId: run.operationId },
    }),
};
