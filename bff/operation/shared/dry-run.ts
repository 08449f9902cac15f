import { RefusedError } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { OperationKind } from '#domain/operation-kinds/operation-kinds.ts';
import { loadState } from '#eventstore/load.ts';
import { adminUrls } from '#gateway/admin-api/admin-urls.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { gatewayDifference } from '../../deployment/shared/gateway-difference.ts';
import type { Services } from '../../http/services.ts';
import { type Asked, type DryRun, saying, sayingTarget } from './dry-run-answer.ts';
import { dryRunOfSubscription, dryRunOfTopic } from './dry-run-at-kafka.ts';
import { dryRunOfKey } from './dry-run-of-key.ts';
import { dryRunOfObject } from './dry-run-of-object.ts';

/** Returns what a worker would change at the gateway for a deployment now. @throws RefusedError when it could not. */
const dryRunOfDeployment = async (services: Services, { id, kind, subject_id: subject }: Asked): Promise<DryRun> => {
  const deploymentId = Number(subject);
  const deployment = await loadState(services.store, deploymentDecider, deploymentId);
  if (deployment.status === 'none' || deployment.operationId !== id) return saying('replaced');
  const { wanted } = deployment;
  const config = kind === 'deploy' ? wanted : null;
  const target = config && (await services.targets(config.upstreamUrl, await adminUrls(services.pool)));
  if (target) return sayingTarget(target, 'upstreamUrl');
  const { changes, hash } = await gatewayDifference(services, {
    ...{ deploymentId, gatewayId: wanted.gatewayId, config },
    operations: config?.lockdown ? await loadOperations(services.pool, config.lockdown.operations) : undefined,
    refusesNames: true,
  });
  return changes.changes.length === 0 ? saying('nothing', { hash }) : saying('changes', { plan: changes, hash });
};

/** Of all other kinds only the worker can tell: what they change follows from many things at once, or can't be read. */
const dryRuns: Readonly<Partial<Record<OperationKind, (services: Services, asked: Asked) => Promise<DryRun>>>> = {
  deploy: dryRunOfDeployment,
  undeploy: dryRunOfDeployment,
  'add-consumer': dryRunOfKey,
  'update-consumer': dryRunOfKey,
  'rotate-credentials': dryRunOfKey,
  'end-credentials': dryRunOfKey,
  'remove-consumer': dryRunOfKey,
  'save-object': dryRunOfObject,
  'delete-object': dryRunOfObject,
  'add-event-topic': dryRunOfTopic,
  'change-event-topic': dryRunOfTopic,
  'delete-event-topic': dryRunOfTopic,
  'add-event-subscription': dryRunOfSubscription,
  'rotate-event-subscription': dryRunOfSubscription,
  'end-kafka-login': dryRunOfSubscription,
  'switch-event-subscription': dryRunOfSubscription,
  'remove-event-subscription': dryRunOfSubscription,
};

/** Returns what a replay would do now. Only reads. */
export const dryRunOf = async (services: Services, operation: Asked): Promise<DryRun> => {
  try {
    return (await dryRuns[operation.kind as OperationKind]?.(services, operation)) ?? saying('unknown');
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { refused, problems } = error.refusal;
    return saying(refused === 'unavailable' ? 'away' : 'fails', { problem: problems[0] });
  }
};
