import { notFound, RefusedError } from '#domain/core/problem.ts';
import { takeOverService } from '#domain/take-over/calls.ts';
import { findObject } from '../gateway-object/find-object.ts';
import { refuseOwn } from '../gateway-object/refusals.ts';
import { runCommand } from '../http/command.ts';
import { authorize, route } from '../http/route.ts';
import { prepareTakeOver } from './prepare.ts';
import { readForeignService } from './read-foreign-service.ts';

export const takeOverCommands = [
  route(takeOverService, {
    action: 'gateway-object.change',
    summary:
      "Put somebody else's service under the portal: it becomes a deployment, and its callers' keys an organization's",
    handle: async (request) => {
      const { services, actor, body, parameters, query } = request;
      authorize(actor, 'gateway-object.change');
      return await runCommand(request, { ...body, ...parameters, ...query }, async () => {
        const { found, gatewayId } = await findObject(services.db, {
          kind: 'service',
          id: parameters.id,
          gatewayId: query.gatewayId,
        });
        refuseOwn(found);
        const seen = await readForeignService(services.db, { gatewayId, serviceId: found.id });
        if (!seen) throw new RefusedError(notFound());
        return await prepareTakeOver(request, { gatewayId, service: found, seen, form: body, given: new Set() });
      });
    },
  }),
];
