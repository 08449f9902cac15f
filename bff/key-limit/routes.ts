import { limitBodyOf } from '#domain/consumer/limit-form.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { limitKeysOfOrganization } from '#domain/key-limit/calls.ts';
import { keyLimitDecider } from '#domain/key-limit/decider.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { randomId } from '#platform/uuid.ts';
import { refuseDeleting } from '../api/shared/row.ts';
import { allowedLimit } from '../consumer/consumer-settings.ts';
import { refuseFollower } from '../deployment/moves.ts';
import { findDeployment } from '../deployment/queries.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';

export const keyLimitRoutes = [
  route(limitKeysOfOrganization, {
    action: 'consumer.limit',
    summary: "Set or remove the limit of an organization's keys on a deployment",
    handle: async (request) => {
      const { actor, body, services, parameters } = request;
      const { id: deploymentId, organizationId } = parameters;
      return await runCommand(request, { ...parameters, body }, async () => {
        const deployment = await findDeployment(services.db, deploymentId);
        if (!deployment || !may(actor, 'deployment.read', deployment)) throw new RefusedError(notFound());
        authorizeOpenly(actor, 'consumer.limit', deployment);
        if (!(await findOrganization(services.db, organizationId))) throw new RefusedError(notFound());
        refuseDeleting(deployment.apiState);
        refuseFollower(deployment);
        if (deployment.kongServer) await refuseReadOnly(services.db, deployment.kongServer.id);
        if (deployment.state === 'undeploying') throw invalidField('enabledRateLimit', 'consumer.deployment-not-ready');
        const operationId = randomId();
        const rateLimit = allowedLimit(body, { countsInRedis: deployment.rateLimit.redis !== null });
        return {
          decider: keyLimitDecider,
          id: keyLimitIdOf(deploymentId, organizationId),
          command: {
            type: 'RequestLimit',
            data: { operationId, deploymentId, apiId: deployment.apiId, organizationId, rateLimit },
          } as const,
          form: { basedOn: body.basedOn, shows: ({ rateLimit }) => limitBodyOf(rateLimit) },
          response: { entityId: deploymentId, operationId },
        };
      });
    },
  }),
];
