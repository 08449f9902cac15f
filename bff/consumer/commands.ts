import { needsAccess } from '#domain/access/schema.ts';
import { addKey, removeKey, removeKeyOfUser, revealKey } from '#domain/consumer/calls.ts';
import type { SecretReference } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import type { AddConsumerBody } from '#domain/consumer/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { forbidden, notFound, RefusedError } from '#domain/core/problem.ts';
import { randomId } from '#platform/uuid.ts';
import { hasAccess, loadAccess } from '../access/access.ts';
import { grantForKey } from '../access/grant-for-key.ts';
import { refuseDeleting } from '../api/shared/row.ts';
import { refuseFollower } from '../deployment/moves.ts';
import { findDeployment } from '../deployment/queries.ts';
import { runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { authorize, authorizeOpenly, type Received, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { findOrganization, findVisibleOrganization } from '../organization/shared/find-organization.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { allowedSettings, refuseEnd } from './consumer-settings.ts';
import { findConsumer } from './queries.ts';
import { removalOf } from './removal.ts';
import { roomForKey } from './room-for-key.ts';
import { sealCredentials } from './seal-credentials.ts';

const removal = (call: typeof removeKey | typeof removeKeyOfUser) =>
  route(call, {
    action: 'consumer.remove',
    summary: 'Take a key off the gateway for good',
    handle: async (request) => {
      const { actor, services } = request;
      const { id } = request.parameters as { id: number };
      return await runCommand(request, { id }, async () => {
        const consumer = await findConsumer(services.db, id);
        if (!consumer || !may(actor, 'consumer.list', consumer)) throw new RefusedError(notFound());
        authorizeOpenly(actor, 'consumer.remove', consumer);
        return await removalOf(services, consumer);
      });
    },
  });

const add = async (request: Received, body: AddConsumerBody) => {
  const { actor, services } = request;
  if (body.userId !== undefined && body.userId !== actor.userId) throw new RefusedError(forbidden('user.other-id'));
  const [deployment, organization] = await Promise.all([
    findDeployment(services.db, body.deploymentId),
    findOrganization(services.db, body.organizationId),
  ]);
  // Who may not see a deployment does not learn that it exists (C1).
  if (deployment?.apiId !== body.apiModelId) throw new RefusedError(notFound());
  const api = { id: deployment.apiId, organizationId: deployment.organizationId };
  if (!may(actor, 'deployment.list', { ...deployment, granted: await hasAccess(services.db, actor, api) }))
    throw new RefusedError(notFound());
  if (!organization) throw invalidField('organizationId', 'consumer.organization-required');
  const access = await loadAccess(services.store, api.id, organization.id);
  const resource = {
    applicationId: deployment.applicationId,
    organizationId: organization.id,
    organizationExternal: organization.external,
    granted: access.status === 'granted' || !needsAccess(organization, api),
    apiId: api.id,
  };
  if (!may(actor, 'consumer.add', resource)) {
    // The form may name an organization that the caller may not see. Then they could not ask why either.
    const visible = await findVisibleOrganization(services.db, actor, organization.id);
    throw new RefusedError(
      forbidden('forbidden', { action: 'consumer.add', apiId: api.id, organizationId: visible?.id }),
    );
  }
  refuseDeleting(deployment.apiState);
  refuseFollower(deployment);
  if (deployment.kongServer) await refuseReadOnly(services.db, deployment.kongServer.id);
  const settings = allowedSettings(actor, resource, body, { countsInRedis: deployment.rateLimit.redis !== null });
  refuseEnd(settings, access, services.now());
  const guards = await roomForKey(services, deployment, organization);
  const consumerId = await newId(services.pool, 'consumer');
  const operationId = randomId();
  const credentials = await sealCredentials(services, consumerId, deployment.auth);
  return {
    decider: consumerDecider,
    id: consumerId,
    isNew: true,
    guards,
    command: {
      type: 'RequestConsumer',
      data: {
        consumerId,
        operationId,
        deploymentId: body.deploymentId,
        apiId: body.apiModelId,
        organizationId: organization.id,
        ...settings,
        credentials,
        grantId: await grantForKey(request, access, { apiId: deployment.apiId, organization }),
      },
    } as const,
    response: { entityId: consumerId, operationId },
  };
};

/** Records the view first and then decrypts the secrets (requirement F3). */
const reveal = async (request: Received, consumerId: number) => {
  const { actor, services } = request;
  const consumer = await findConsumer(services.db, consumerId);
  if (!consumer) throw new RefusedError(notFound());
  authorize(actor, 'consumer.reveal', consumer);
  await runCommand(request, { consumerId }, async () => ({
    decider: consumerDecider,
    id: consumerId,
    command: { type: 'RevealCredentials', data: {} } as const,
    response: { consumerId },
  }));
  const deployment = await findDeployment(services.db, consumer.deploymentId);
  const open = async (secret: SecretReference | null) =>
    secret && ((await services.vault.openSecret(services.pool, secret.secretId)) ?? null);
  // Shows the credentials that work. New ones that are not on the gateway yet don't.
  const { apiKey, oauth2 } = consumer.applied?.credentials ?? { apiKey: null, oauth2: null };
  return {
    consumerId,
    apiKey: await open(apiKey),
    clientId: oauth2?.clientId ?? null,
    clientSecret: await open(oauth2?.clientSecret ?? null),
    tokenUrl: oauth2 && deployment ? deployment.tokenUrl : null,
    tokenExpiration: oauth2 && deployment ? deployment.oAuth2Config.tokenExpiration : null,
  };
};

export const consumerCommands = [
  route(addKey, {
    action: 'consumer.add',
    hidden: true,
    summary: 'Add an API key (and OAuth2 client) for an organization to a deployment',
    handle: async (request) => await runCommand(request, request.body, async () => await add(request, request.body)),
  }),
  removal(removeKey),
  removal(removeKeyOfUser),
  route(revealKey, {
    limit: 'reveal',
    action: 'consumer.reveal',
    fresh: true,
    hidden: true,
    summary: "Record that a key's secrets are viewed, and answer them",
    handle: async (request) => await reveal(request, request.body.consumerId),
  }),
];
