import {
  type Access,
  type AccessCommand,
  type AccessPair,
  accessIdOfPair,
  type PersonsDecision,
} from '#domain/access/access.ts';
import { approveAccess, denyAccess, requestAccess, revokeAccess } from '#domain/access/calls.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { needsAccess, type RequestAccessBody } from '#domain/access/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { enterApi } from '../api/shared/enter-api.ts';
import { findApi, refuseDeleting } from '../api/shared/row.ts';
import { enterEventCategory } from '../event-category/shared/enter-event-category.ts';
import { runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';
import { findGrant } from './access-grants.ts';
import { findAccessRequest } from './access-requests.ts';
import { pairOf } from './wire.ts';

type Needing = Parameters<typeof needsAccess>[0];

/** Checks that an organization may ask for an API. @throws RefusedError 404 for no API, 409 where no access is needed */
const checkApi = async ({ db }: Services, apiId: number, organization: Needing): Promise<void> => {
  const api = await findApi(db, apiId);
  if (!api) throw new RefusedError(notFound());
  refuseDeleting(api.state);
  if (!needsAccess(organization, api)) throw new RefusedError(refuse('conflict', { code: 'access.not-needed' }));
};

/**
 * Checks, in the log itself, that access to an API or event category may still come.
 *
 * @returns the guard to append the event with
 * @throws RefusedError when it is gone or going
 */
const enterProduct = (services: Services, pair: AccessPair) =>
  'apiId' in pair ? enterApi(services, pair.apiId) : enterEventCategory(services, pair.eventCategoryId);

const ask = async ({ actor, services }: Received, body: RequestAccessBody) => {
  const pair = pairOf(body);
  const { organizationId } = pair;
  // Another organization's thing does not exist for this user (C1).
  if (!may(actor, 'access.read', { organizationId })) throw new RefusedError(notFound());
  authorizeOpenly(actor, 'access.request', { organizationId });
  const organization = await findOrganization(services.db, organizationId);
  if (!organization) throw invalidField('organizationId', 'access.organization-required');
  if ('apiId' in pair) await checkApi(services, pair.apiId, organization);
  const guards = [
    ...(await enterProduct(services, pair)),
    ...(await enterOrganization(services, organizationId, () =>
      invalidField('organizationId', 'access.organization-required'),
    )),
  ];
  const requestId = await newId(services.pool, 'access-request');
  const command: AccessCommand = {
    type: 'RequestAccess',
    data: { requestId, ...pair, requestedBy: actor.userId, reason: body.reason },
  };
  return {
    decider: accessDecider,
    id: accessIdOfPair(pair),
    command,
    guards,
    // A second click gets the request that waits already.
    response: (_events: unknown, state: Access) => ({
      id: state.status === 'requested' ? state.requestId : requestId,
      status: 'NEW',
    }),
  };
};

/** Checks that an organization may get access. @returns the guards to append the grant with */
const checkGrant = async ({ services }: Received, pair: AccessPair) => {
  if ('apiId' in pair) {
    const api = await findApi(services.db, pair.apiId);
    if (!api) throw new RefusedError(notFound());
    refuseDeleting(api.state);
  }
  const organization = await enterOrganization(
    services,
    pair.organizationId,
    () => new RefusedError(refuse('conflict', { code: 'organization.deleting' })),
  );
  return [...(await enterProduct(services, pair)), ...organization];
};

const decision = (
  call: typeof approveAccess | typeof denyAccess,
  summary: string,
  commandOf: (decided: PersonsDecision, grantId: number) => AccessCommand,
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
        const pair = pairOf(asked);
        const decided = { requestId: asked.id, note: body.note, decidedBy: actor.userId };
        const command = commandOf(decided, await newId(services.pool, 'access-grant'));
        return {
          decider: accessDecider,
          id: accessIdOfPair(pair),
          command,
          guards: command.type === 'ApproveRequest' ? await checkGrant(request, pair) : [],
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
    summary:
      'Ask for access to an API or event category for the own organization; asking again while it waits answers the same request',
    handle: async (request) => await runCommand(request, request.body, async () => await ask(request, request.body)),
  }),
  decision(approveAccess, 'Approve a request for access, which grants it', (decided, grantId) => ({
    type: 'ApproveRequest',
    data: { ...decided, grantId },
  })),
  decision(denyAccess, 'Deny a request for access', (data) => ({ type: 'DenyRequest', data })),
  route(revokeAccess, {
    action: 'access.revoke',
    summary:
      "Revoke a grant; workers take the organization's keys for the API, or its subscriptions of the event category, away",
    handle: async (request) => {
      const { actor, parameters, services } = request;
      authorizeOpenly(actor, 'access.revoke');
      return await runCommand(request, parameters, async () => {
        const grant = await findGrant(services.db, parameters.id);
        if (!grant) throw new RefusedError(notFound());
        return {
          decider: accessDecider,
          id: accessIdOfPair(pairOf(grant)),
          command: { type: 'RevokeAccess', data: { grantId: grant.id } } as const,
          response: { entityId: grant.id },
        };
      });
    },
  }),
];
