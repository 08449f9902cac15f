import { type Access, type AccessCommand, accessIdOfPair } from '#domain/access/access.ts';
import {
  approveAccess,
  approveManyAccess,
  changeAccessEnd,
  denyAccess,
  denyManyAccess,
  requestAccess,
  revokeAccess,
} from '#domain/access/calls.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { needsAccess, type RequestAccessBody } from '#domain/access/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { endOfDay } from '#domain/core/last-day.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { findApi, refuseDeleting } from '../api/shared/row.ts';
import { runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { endToCome } from '../input/end-to-come.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';
import { findGrant } from './access-grants.ts';
import { decision, decisionOfMany } from './decide.ts';
import { enterProduct } from './enter-product.ts';
import { revocationOf } from './revoke.ts';
import { authorizeSome, enterDecision } from './who-decides.ts';
import { pairOf } from './wire.ts';

type Needing = Parameters<typeof needsAccess>[0];

/** Checks that an organization may ask for an API. @throws RefusedError 404 for no API, 409 where no access is needed */
const checkApi = async ({ db }: Services, apiId: number, organization: Needing): Promise<void> => {
  const api = await findApi(db, apiId);
  if (!api) throw new RefusedError(notFound());
  refuseDeleting(api.state);
  if (!needsAccess(organization, api)) throw new RefusedError(refuse('conflict', { code: 'access.not-needed' }));
};

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

export const accessCommands = [
  route(requestAccess, {
    action: 'access.request',
    summary:
      'Ask for access to an API or event category for the own organization; asking again while it waits answers the same request',
    handle: async (request) => await runCommand(request, request.body, async () => await ask(request, request.body)),
  }),
  decision(approveAccess, 'approve', 'Approve a request for access, which grants it'),
  decision(denyAccess, 'deny', 'Deny a request for access'),
  decisionOfMany(approveManyAccess, 'approve', 'Approve many requests for access with one note'),
  decisionOfMany(denyManyAccess, 'deny', 'Deny many requests for access with one note'),
  route(changeAccessEnd, {
    action: 'access.change-end',
    summary: 'Give a grant another end, or none; people are told 14 and 3 days before it',
    handle: async (request) => {
      const { actor, body, parameters, services } = request;
      authorizeSome(actor, 'access.change-end');
      return await runCommand(request, { ...parameters, ...body }, async () => {
        const grant = await findGrant(services.db, parameters.id);
        if (!grant) throw new RefusedError(notFound());
        const guards = await enterDecision(services, actor, 'access.change-end', grant.resource);
        const data = {
          grantId: grant.id,
          seen: body.seen && endOfDay(body.seen),
          endsAt: endToCome(body.endsOn, services.now()),
          decidedBy: actor.userId,
        };
        return {
          decider: accessDecider,
          id: accessIdOfPair(pairOf(grant)),
          command: { type: 'ChangeEnd', data } as const,
          guards,
          response: { entityId: grant.id },
        };
      });
    },
  }),
  route(revokeAccess, {
    action: 'access.revoke',
    summary:
      "Revoke a grant; workers take the organization's keys for the API, or its subscriptions of the event category, away",
    handle: async (request) => {
      const { actor, parameters, services } = request;
      authorizeSome(actor, 'access.revoke');
      return await runCommand(request, parameters, async () => {
        const { resource, ...revocation } = await revocationOf(services, parameters.id);
        return { ...revocation, guards: await enterDecision(services, actor, 'access.revoke', resource) };
      });
    },
  }),
];
