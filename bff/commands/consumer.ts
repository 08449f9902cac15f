import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { needsAccess } from '#domain/access/schema.ts';
import type { SecretReference } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { addConsumerBody, recordConsumerBody, revealedCredentials } from '#domain/consumer/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { idParameter, streamOf } from '#domain/core/id.ts';
import { missing, RefusedError } from '#domain/core/problem.ts';
import { requested } from '#domain/deployment/schema.ts';
import { randomId } from '#platform/uuid.ts';
import { runCommand } from '../http/command.ts';
import { invalidField } from '../http/invalid.ts';
import { newId } from '../http/new-id.ts';
import { authorize, authorizeOpenly, type Request, route } from '../http/route.ts';
import { hasAccess, loadAccess } from '../queries/access.ts';
import { findConsumer } from '../queries/consumer.ts';
import { findDeployment } from '../queries/deployment.ts';
import { findOrganization } from '../queries/organization.ts';
import type { Services } from '../services.ts';
import { grantForKey } from './grant-for-key.ts';

type AnyRequest = Request<unknown, unknown, unknown>;

/** Makes a secret of 192 random bits and keeps it sealed; the event gets the reference. */
const sealNew = async ({ pool, vault }: Services, consumerId: number, kind: string): Promise<SecretReference> => {
  const value = randomBytes(24).toString('base64url');
  const secretId = randomId();
  await vault.sealSecret(pool, { id: secretId, kind, owner: streamOf('consumer', consumerId), value });
  return { secretId, fingerprint: vault.fingerprint(value), last4: value.slice(-4) };
};

const removal = <Parameters extends z.ZodType<{ id: number }>>(path: string, parameters: Parameters) =>
  route({
    method: 'delete',
    path,
    action: 'consumer.remove',
    summary: 'Take a key off the gateway for good',
    parameters,
    answer: requested,
    handle: async (request) => {
      const { actor, services } = request;
      const { id } = request.parameters as { id: number };
      return await runCommand(request, { id }, async () => {
        const consumer = await findConsumer(services.db, id);
        if (!consumer || !may(actor, 'consumer.list', consumer)) throw new RefusedError(missing());
        authorizeOpenly(actor, 'consumer.remove', consumer);
        const operationId = randomId();
        return {
          decider: consumerDecider,
          id,
          command: { type: 'RequestRemoval', data: { operationId } } as const,
          answer: { entityId: id, operationId },
        };
      });
    },
  });

const add = async (request: AnyRequest, body: z.output<typeof addConsumerBody>) => {
  const { actor, services } = request;
  const [deployment, organization] = await Promise.all([
    findDeployment(services.db, body.deploymentId),
    findOrganization(services.db, body.organizationId),
  ]);
  // Whoever may not see a deployment learns nothing about it (C1).
  if (deployment?.apiId !== body.apiModelId) throw new RefusedError(missing());
  const api = { id: deployment.apiId, organizationId: deployment.organizationId };
  if (!may(actor, 'deployment.list', { ...deployment, granted: await hasAccess(services.db, actor, api) }))
    throw new RefusedError(missing());
  if (!organization) throw invalidField('organizationId', 'consumer.organization-required');
  const access = await loadAccess(services.store, api.id, organization.id);
  authorizeOpenly(actor, 'consumer.add', {
    applicationId: deployment.applicationId,
    organizationId: organization.id,
    organizationExternal: organization.external,
    granted: access.status === 'granted' || !needsAccess(organization, api),
  });
  if (deployment.state !== 'deployed') throw invalidField('deploymentId', 'consumer.deployment-not-ready');
  const consumerId = await newId(services.pool, 'consumer');
  const operationId = randomId();
  const withKey = deployment.auth !== 'oauth2';
  const withClient = deployment.auth !== 'apikey';
  const credentials = {
    apiKey: withKey ? await sealNew(services, consumerId, 'api-key') : null,
    oauth2: withClient
      ? {
          clientId: randomBytes(12).toString('hex'),
          clientSecret: await sealNew(services, consumerId, 'client-secret'),
        }
      : null,
  };
  return {
    decider: consumerDecider,
    id: consumerId,
    command: {
      type: 'RequestConsumer',
      data: {
        consumerId,
        operationId,
        deploymentId: body.deploymentId,
        apiId: body.apiModelId,
        organizationId: organization.id,
        nickname: body.nickname,
        credentials,
        grantId: await grantForKey(request, access, { apiId: deployment.apiId, organization }),
      },
    } as const,
    answer: { entityId: consumerId, operationId },
  };
};

/** Records who looks, and only then opens what is sealed (reliability F3). */
const reveal = async (request: AnyRequest, consumerId: number) => {
  const { actor, services } = request;
  const consumer = await findConsumer(services.db, consumerId);
  if (!consumer) throw new RefusedError(missing());
  authorize(actor, 'consumer.reveal', consumer);
  await runCommand(request, { consumerId }, async () => ({
    decider: consumerDecider,
    id: consumerId,
    command: { type: 'RevealCredentials', data: {} } as const,
    answer: { consumerId },
  }));
  const deployment = await findDeployment(services.db, consumer.deploymentId);
  const open = async (id: string | null) =>
    id === null ? null : ((await services.vault.openSecret(services.pool, id)) ?? null);
  return {
    consumerId,
    apiKey: await open(consumer.apiKeySecretId),
    clientId: consumer.clientId,
    clientSecret: await open(consumer.clientSecretId),
    tokenUrl: deployment?.tokenUrl ?? null,
  };
};

export const consumerCommands = [
  route({
    method: 'post',
    path: '/api/kong/add-consumer',
    action: 'consumer.add',
    summary: 'Add an API key (and OAuth2 client) for an organization to a deployment',
    body: addConsumerBody,
    answer: requested,
    handle: async (request) => await runCommand(request, request.body, async () => await add(request, request.body)),
  }),
  removal('/api/consumer/{id}', z.object({ id: idParameter })),
  removal('/api/consumer/{id}/{user}', z.object({ id: idParameter, user: z.string() })),
  route({
    method: 'post',
    path: '/api/record-consumer',
    action: 'consumer.reveal',
    summary: "Record that a key's secrets are viewed, and answer them",
    body: recordConsumerBody,
    answer: revealedCredentials,
    handle: async (request) => await reveal(request, request.body.consumerId),
  }),
];
