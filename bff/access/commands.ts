import { type Access, type AccessCommand, accessIdOf } from '#domain/access/access.ts';
import { approveAccess, denyAccess, requestAccess, revokeAccess } from '#domain/access/calls.ts';
import { accessDecider } from '#domain/access/decider.ts';
import {
  type AccessRequestRow,
  type DecideAccessBody,
  needsAccess,
  type RequestAccessBody,
} from '#domain/access/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { enterApi } from '../api/shared/enter-api.ts';
import { findApi, refuseDeleting } from '../api/shared/row.ts';
import { runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';
import { findGrant } from './access-grants.ts';
import { findAccessRequest } from './access-requests.ts';
import { pairOf } from './wire.ts';

const ask = async ({ actor, services }: Received, body: RequestAccessBody) => {
  const { apiId, organizationId } = pairOf(body);
  // Another organization's thing does not exist for this user (C1).
  if (!may(actor, 'access.read', { organizationId })) throw new RefusedError(notFound());
  authorizeOpenly(actor, 'access.request', { organizationId });
  const [organization, api] = await Promise.all([
    findOrganization(services.db, organizationId),
    findApi(services.db, apiId),
  ]);
  if (!organization) throw invalidField('organizationId', 'access.organization-required');
  if (!api) throw new RefusedError(notFound());
  refuseDeleting(api.state);
  if (!needsAccess(organization, api)) throw new RefusedError(refuse('conflict', { code: 'access.not-needed' }));
  const guards = [
    ...(await enterApi(services, apiId)),
    ...(await enterOrganization(services, organizationId, () =>
      invalidField('organizationId', 'access.organization-required'),
    )),
  ];
  const requestId = await newId(services.pool, 'access-request');
  const command: AccessCommand = {
    type: 'RequestAccess',
    data: { requestId, apiId: api.id, organizationId, requestedBy: actor.userId, reason: body.reason },
  };
  return {
    decider: accessDecider,
    id: accessIdOf(api.id, organizationId),
    command,
    guards,
    // A second click gets the request that waits already.
    response: (_events: unknown, state: Access) => ({
      id: state.status === 'requested' ? state.requestId : requestId,
      status: 'NEW',
    }),
  };
};

/** Checks that an organization may get access to an API. @returns the guards to append the grant with */
const checkGrant = async ({ services }: Received, apiId: number, organizationId: number) => {
  const api = await findApi(services.db, apiId);
  if (!api) throw new RefusedError(notFound());
  refuseDeleting(api.state);
  const organization = await enterOrganization(
    services,
    organizationId,
    () => new RefusedError(refuse('conflict', { code: 'organization.deleting' })),
  );
  return [...(await enterApi(services, apiId)), ...organization];
};

const decision = (
  call: typeof approveAccess | typeof denyAccess,
  summary: string,
  commandOf: (request: AccessRequestRow, body: DecideAccessBody, grantId: number) => AccessCommand,
) =>
  route(call, {
    action: 'access.decide',
    summary,
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'access.decide');
      return await runCommand(request, body, async () => {
        const asked = await findAccessRequest(services.db, body.apiAccessRequestId);
        if (!asked) throw new RefusedError(notFound());
        const { apiId, organizationId } = pairOf(asked);
        const command = commandOf(asked, body, await newId(services.pool, 'access-grant'));
        return {
          decider: accessDecider,
          id: accessIdOf(apiId, organizationId),
          command,
          guards: command.type === 'ApproveRequest' ? await checkGrant(request, apiId, organizationId) : [],
          response: {
            apiAccessRequestId: asked.id,
            ...(command.type === 'ApproveRequest' ? { grantId: command.data.grantId } : {}),
          },
        };
      });
    },
  });

export const accessCommands = [
  route(requestAccess, {
    action: 'access.request',
    summary: 'Ask for access to an API for the own organization; asking again while it waits answers the same request',
    handle: async (request) => await runCommand(request, request.body, async () => await ask(request, request.body)),
  }),
  decision(approveAccess, 'Approve a request for access, which grants it', ({ id }, { note }, grantId) => ({
    type: 'ApproveRequest',
    data: { requestId: id, grantId, note },
  })),
  decision(denyAccess, 'Deny a request for access', ({ id }, { note }) => ({
    type: 'DenyRequest',
    data: { requestId: id, note },
  })),
  route(revokeAccess, {
    action: 'access.revoke',
    summary: "Revoke a grant; a worker takes each of the organization's keys for the API off the gateway",
    handle: async (request) => {
      const { actor, parameters, services } = request;
      authorizeOpenly(actor, 'access.revoke');
      return await runCommand(request, parameters, async () => {
        const grant = await findGrant(services.db, parameters.id);
        if (!grant) throw new RefusedError(notFound());
        const { apiId, organizationId } = pairOf(grant);
        return {
          decider: accessDecider,
          id: accessIdOf(apiId, organizationId),
          command: { type: 'RevokeAccess', data: { grantId: grant.id } } as const,
          response: { entityId: grant.id },
        };
      });
    },
  }),
];
