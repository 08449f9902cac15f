import { apiDecider } from '#domain/api/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment, DeploymentConfig } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-urls.ts';
import { desiredDeployment } from '#gateway/desired-deployment.ts';
import { GatewayError } from '#gateway/gateway-failure.ts';
import { heldByDeployment } from '#gateway/held.ts';
import { whatIsInTheWay } from '#gateway/in-the-way.ts';
import { loadOperations } from '#gateway/operations-store.ts';
import { proxyPath } from '#gateway/plan-routes.ts';
import type { GatewaySession } from '#gateway/session.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { converge, secretOf } from '../converge.ts';
import { withGateway } from '../gateway-session.ts';
import { removeCanary } from '../in-force.ts';
import { type Run, SupersededError } from '../run.ts';
import { verifyRoutes } from '../verify-routes.ts';
import type { Handler } from './handler.ts';

type Known = Exclude<Deployment, { status: 'none' }>;

/** The deployment as it is now. @throws SupersededError when a newer request, or its removal, is about it. */
const current = async (run: Run): Promise<Known> => {
  const deployment = await loadState(run.services.store, deploymentDecider, run.subject.deploymentId);
  if (deployment.status === 'none' || deployment.operationId !== run.operationId) throw new SupersededError();
  return deployment;
};

/**
 * An API that is being deleted takes along the deployments that it has; one that was asked for after that goes by
 * itself, before anything of it is on a gateway.
 */
const assertApiStays = async (run: Run, { deploymentId, apiId }: Known): Promise<void> => {
  const api = await loadState(run.services.store, apiDecider, apiId);
  if (api.status !== 'deleting' && api.status !== 'deleted') return;
  const operationId = uuidV5(porticoNamespace, `too-late/${run.operationId}`);
  await run.decide(deploymentDecider, deploymentId, { type: 'RequestUndeployment', data: { operationId } });
  throw new SupersededError();
};

const operationsOf = async (run: Run, { lockdown }: DeploymentConfig) =>
  lockdown ? await loadOperations(run.services.pool, lockdown.operations) : undefined;

/** A name may point elsewhere since somebody asked. @throws GatewayError at the target when it may not be deployed to. */
const assertTarget = async ({ services }: Run, { upstreamUrl }: DeploymentConfig): Promise<void> => {
  const code = await services.targets(upstreamUrl, await adminUrls(services.pool));
  if (!code) return;
  const sorted = code === 'deployment.upstream-dns-silent' ? 'retry' : 'permanent';
  throw new GatewayError({ class: sorted, problem: { code, field: 'upstreamUrl' } });
};

/**
 * Makes the gateway what the configuration says; null is nothing at all.
 *
 * @param assertAllowed asked before every call to the gateway, like whether it is still wanted.
 */
const bring = async (
  run: Run,
  session: GatewaySession,
  config: DeploymentConfig | null,
  assertAllowed: () => Promise<void> = async () => undefined,
): Promise<void> => {
  const { deploymentId } = run.subject;
  const operations = config ? await operationsOf(run, config) : undefined;
  const desired = config ? await desiredDeployment(session, { deploymentId, config, operations }) : [];
  await converge({
    run,
    session,
    deploymentId,
    desired,
    held: () => heldByDeployment(session, deploymentId, desired),
    assertStillWanted: async () => {
      await current(run);
      await assertAllowed();
    },
    assertFree: async (steps, held) => {
      if (!config) return;
      const inTheWay = await whatIsInTheWay(session, deploymentId, proxyPath(config), steps, held);
      if (inTheWay) throw new GatewayError({ class: 'permanent', problem: inTheWay });
    },
    verify: async (secret) => {
      if (config) await verifyRoutes(run, session, { config, operations }, secret, secretOf(run));
    },
  });
  if (!config) await removeCanary(run, session);
};

/** Puts a deployment on its gateway, or changes it there; done when it is in force everywhere. */
export const deploy: Handler = {
  run: async (run) => {
    const deployment = await current(run);
    await assertApiStays(run, deployment);
    const { wanted } = deployment;
    await withGateway(run.services, wanted.gatewayId, (session) =>
      bring(run, session, wanted, () => assertTarget(run, wanted)),
    );
    await run.decide(deploymentDecider, run.subject.deploymentId, {
      type: 'ConfirmDeployment',
      data: { operationId: run.operationId },
    });
  },

  // A new deployment leaves nothing behind, a changed one goes back to what it was.
  restore: async (run) => {
    const { wanted, previous } = await current(run);
    await withGateway(run.services, wanted.gatewayId, (session) => bring(run, session, previous));
  },

  fail: (run) =>
    run.decide(deploymentDecider, run.subject.deploymentId, {
      type: 'FailDeployment',
      data: { operationId: run.operationId },
    }),
};
