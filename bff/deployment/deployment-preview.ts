import type { GatewayPlan } from '#domain/core/gateway-plan.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { previewDeployment } from '#domain/deployment/calls.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { globalPlugins } from '#gateway/change/global-plugins.ts';
import type { GatewayNames } from '#gateway/names/gateway-names.ts';
import { realmOf } from '#gateway/names/refusal-realm.ts';
import { randomId } from '#platform/uuid.ts';
import { route } from '../http/route.ts';
import { requestedDeployment } from './requested-deployment.ts';
import { gatewayDifference } from './shared/gateway-difference.ts';
import { readGateway } from './shared/gateway-reader.ts';

/** The id of a deployment that does not exist yet. */
const noDeployment = 0;

/** Removes the deployment's id from tags in the plan, because a new deployment has none yet. */
const withoutNumber = (plan: GatewayPlan, names: GatewayNames): GatewayPlan =>
  JSON.parse(
    JSON.stringify(plan)
      .replaceAll(/(portico-[0-9a-f]{8}-(?:deployment|anonymous)-)0(?!\d)/g, '$1…')
      .replaceAll(realmOf(names, noDeployment), 'portico/…'),
  );

export const deploymentPreviewQueries = [
  route(previewDeployment, {
    isRead: true,
    limit: 'preview',
    action: 'deployment.request',
    summary: 'What deploying this would add, change and remove on the gateway; refuses what deploying refuses',
    handle: async (request) => {
      const { body, services } = request;
      const asked = await requestedDeployment(request, { takesId: false });
      const { operations, deploymentId = noDeployment, ...wanted } = asked;
      // The same decision as for a real deployment, without appending its events.
      const decision = deploymentDecider.decide(
        {
          type: 'RequestDeployment',
          data: { deploymentId, operationId: randomId(), apiId: body.id, ...wanted },
        },
        await loadState(services.store, deploymentDecider, deploymentId),
      );
      if (isRefusal(decision)) throw new RefusedError(decision);
      const event = decision.find(({ type }) => type === 'DeploymentRequested');
      const config = event?.type === 'DeploymentRequested' ? event.data.to : wanted.config;
      const { gatewayId } = config;
      const comparison = { deploymentId, gatewayId, config, operations, refusesNames: true };
      const [{ changes, countsAnew }, plugins] = await Promise.all([
        gatewayDifference(services, comparison),
        readGateway(services, gatewayId, ({ client }) => globalPlugins(client)),
      ]);
      return {
        ...withoutNumber(changes, services.names),
        countsAnew,
        revision: config.lockdown?.revision ?? null,
        globalPlugins: plugins,
      };
    },
  }),
];
