import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { ReplayPreview } from '#domain/operation/desk.ts';
import { previewReplay } from '#domain/operation/desk-calls.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-api/admin-urls.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { gatewayDifference } from '../deployment/gateway-difference.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { findOperation, planOf } from './queries.ts';

const saying = (outcome: ReplayPreview['outcome'], more: Partial<ReplayPreview> = {}): ReplayPreview => ({
  outcome,
  plan: null,
  problem: null,
  ...more,
});

type Asked = Readonly<{ id: string; kind: string; subject_id: string }>;

/** Returns what a worker would change at the gateway for a deployment now. @throws RefusedError when it could not. */
const ofDeployment = async (services: Services, { id, kind, subject_id: subject }: Asked): Promise<ReplayPreview> => {
  const deploymentId = Number(subject);
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  if (deployment.status === 'none' || deployment.operationId !== id) return saying('replaced');
  const { wanted } = deployment;
  const config = kind === 'deploy' ? wanted : null;
  const target = config && (await services.targets(config.upstreamUrl, await adminUrls(services.pool)));
  if (target) return saying('fails', { problem: { code: target, field: 'upstreamUrl' } });
  const { changes } = await gatewayDifference(services, {
    ...{ deploymentId, gatewayId: wanted.gatewayId, config },
    operations: config?.lockdown ? await loadOperations(services.pool, config.lockdown.operations) : undefined,
    refusesNames: true,
  });
  return changes.changes.length === 0 ? saying('nothing') : saying('changes', { plan: changes });
};

/** Returns what a replay would do now. Only reads. */
const previewOf = async (services: Services, operation: Asked): Promise<ReplayPreview> => {
  if (operation.kind !== 'deploy' && operation.kind !== 'undeploy') return saying('unknown');
  try {
    return await ofDeployment(services, operation);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { refused, problems } = error.refusal;
    return saying(refused === 'unavailable' ? 'away' : 'fails', { problem: problems[0] });
  }
};

export const replayPreviews = [
  route(previewReplay, {
    limit: 'preview',
    action: 'operation.replay',
    summary:
      'What a replay would change at the gateway now, for those who may open the deployment, or why it would fail or wait; changes nothing',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeOpenly(actor, 'operation.replay');
      const row = await findOperation(services.db, id);
      if (!row) throw new RefusedError(notFound());
      const preview = await previewOf(services, row);
      const { applicationId } = await planOf(services.db, id);
      return may(actor, 'deployment.read', { applicationId }) ? preview : { ...preview, plan: null };
    },
  }),
];
