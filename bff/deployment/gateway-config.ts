import { planLimits } from '#domain/core/gateway-plan.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { getGatewayConfig } from '#domain/deployment/calls.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment, DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { GatewayObject } from '#domain/deployment/gateway-config.ts';
import { loadState } from '#eventstore/load.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import { plainFields } from '#gateway/change/plain-fields.ts';
import { nameIn, stableBody } from '#gateway/change/plan-of-steps.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { authorize, route } from '../http/route.ts';
import { findDeployment } from './queries.ts';
import { gatewayDifference } from './shared/gateway-difference.ts';

/** Fields that are shown elsewhere or are of no use to people. */
const ownFields = new Set(['id', 'created_at', 'updated_at', 'tags']);

const objectOf = ({ body, ...entity }: FoundEntity, nameOf: (id: string) => string | undefined): GatewayObject => {
  const { created_at: seconds } = body;
  return {
    kind: entity.kind,
    id: entity.id,
    object: entity.label,
    name: nameIn(body, entity),
    created: typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null,
    fields: plainFields(stableBody(body), nameOf)
      .filter(({ field, lines }) => !ownFields.has(field) && lines.length > 0)
      .map(({ field, lines }) => ({
        field,
        lines: lines.slice(0, planLimits.lines).map(({ text }) => text),
        more: Math.max(0, lines.length - planLimits.lines),
      })),
  };
};

/** Returns what should be on the gateway. After a failure that is the configuration before it. */
const expectedOf = (deployment: Exclude<Deployment, { status: 'none' }>): DeploymentConfig | null => {
  if (deployment.status === 'undeploying') return null;
  return deployment.status === 'failed' ? deployment.previous : deployment.wanted;
};

const order = ['service', 'route', 'plugin', 'consumer'];

export const gatewayConfigQueries = [
  route(getGatewayConfig, {
    limit: 'preview',
    action: 'deployment.gateway-config',
    summary: 'What the gateway holds for a deployment now, and what Portico would change',
    handle: async ({ services, actor, parameters: { id } }) => {
      const found = await findDeployment(services.db, id);
      if (!found) throw new RefusedError(notFound());
      const { applicationId, organizationId, apiId, path } = found;
      authorize(actor, 'deployment.gateway-config', { applicationId, organizationId });
      const deployment = await loadState(services.store, deploymentDecider, id);
      if (deployment.status === 'none' || deployment.status === 'removed') throw new RefusedError(notFound());
      const config = expectedOf(deployment);
      const operations = config?.lockdown ? await loadOperations(services.pool, config.lockdown.operations) : undefined;
      const { gateway, actual, changes } = await gatewayDifference(services, {
        deploymentId: id,
        gatewayId: deployment.wanted.gatewayId,
        config,
        operations,
        refusesNames: false,
      });
      const labels = new Map(actual.map((entity) => [entity.id, entity.label]));
      const objects = actual
        .map((entity) => objectOf(entity, (each) => labels.get(each)))
        .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
      return { apiId, path, gateway, objects, difference: changes };
    },
  }),
];
