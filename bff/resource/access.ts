import { notFound, RefusedError } from '#domain/core/problem.ts';
import { addResourceAccess, removeResourceAccess } from '#domain/resource/calls.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import type { Resource } from '#domain/resource/resource.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { knownOrganizations } from './known-organizations.ts';
import { accessRowOf } from './row.ts';

const isUsedBy = (state: Resource, organizationId: number): boolean =>
  state.status === 'active' && state.organizations.includes(organizationId);

export const resourceAccessCommands = [
  route(addResourceAccess, {
    action: 'resource.save',
    summary: 'Let an organization use a resource',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'resource.save');
      const { resourceId, organizationId } = body;
      const [organization] = await knownOrganizations(services, 'organizationId', [organizationId]);
      if (!organization) throw new RefusedError(notFound());
      return await runCommand(request, body, async () => ({
        decider: resourceDecider,
        id: resourceId,
        command: { type: 'GrantUse', data: { organizationId } } as const,
        response: accessRowOf(resourceId, organization),
      }));
    },
  }),
  route(removeResourceAccess, {
    action: 'resource.save',
    summary: 'End the use of a resource by an organization. What it deployed stays',
    handle: async (request) => {
      const { actor, parameters } = request;
      authorizeOpenly(actor, 'resource.save');
      const { resourceId, organizationId, text } = parameters.id;
      return await runCommand(request, text, async () => ({
        decider: resourceDecider,
        id: resourceId,
        command: { type: 'EndUse', data: { organizationId } } as const,
        authorize: (state: Resource) => (isUsedBy(state, organizationId) ? undefined : notFound()),
        response: { entityId: text },
      }));
    },
  }),
];
