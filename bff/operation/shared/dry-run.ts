import { RefusedError } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { ReplayPreview } from '#domain/operation/desk.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-api/admin-urls.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { gatewayDifference } from '../../deployment/shared/gateway-difference.ts';
import type { Services } from '../../http/services.ts';

/** @property hash of the whole difference, which `plan` shortens. Empty: only the worker can compare. */
export type DryRun = ReplayPreview & Readonly<{ hash: string }>;

const saying = (outcome: ReplayPreview['outcome'], more: Partial<DryRun> = {}): DryRun => ({
  outcome,
  plan: null,
  problem: null,
  hash: '',
  ...more,
});

/** What the dry run of a replay needs of an operation. */
export type Asked = Readonly<{ id: string; kind: string; subject_id: string }>;

/** Returns what a worker would change at the gateway for a deployment now. @throws RefusedError when it could not. */
const ofDeployment = async (services: Services, { id, kind, subject_id: subject }: Asked): Promise<DryRun> => {
  const deploymentId = Number(subject);
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  if (deployment.status === 'none' || deployment.operationId !== id) return saying('replaced');
  const { wanted } = deployment;
  const config = kind === 'deploy' ? wanted : null;
  const target = config && (await services.targets(config.upstreamUrl, await adminUrls(services.pool)));
  if (target) return saying('fails', { problem: { code: target, field: 'upstreamUrl' } });
  const { changes, hash } = await gatewayDifference(services, {
    ...{ deploymentId, gatewayId: wanted.gatewayId, config },
    operations: config?.lockdown ? await loadOperations(services.pool, config.lockdown.operations) : undefined,
    refusesNames: true,
  });
  return changes.changes.length === 0 ? saying('nothing', { hash }) : saying('changes', { plan: changes, hash });
};

/** Returns what a replay would do now. Only reads. */
export const dryRunOf = async (services: Services, operation: Asked): Promise<DryRun> => {
  if (operation.kind !== 'deploy' && operation.kind !== 'undeploy') return saying('unknown');
  try {
    return await ofDeployment(services, operation);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { refused, problems } = error.refusal;
    return saying(refused === 'unavailable' ? 'away' : 'fails', { problem: problems[0] });
  }
};
