import { changeKey, endRotation, limitKey, rotateKey } from '#domain/consumer/calls.ts';
import type { Consumer, ConsumerCommand } from '#domain/consumer/consumer.ts';
import { currentConfig } from '#domain/consumer/current-config.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { limitBodyOf } from '#domain/consumer/limit-form.ts';
import type { ChangeConsumerBody } from '#domain/consumer/schema.ts';
import { bodyOf } from '#domain/consumer/settings-form.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { randomId } from '#platform/uuid.ts';
import { loadAccess } from '../access/access.ts';
import { refuseDeleting } from '../api/shared/row.ts';
import { findDeployment } from '../deployment/queries.ts';
import { runCommand } from '../http/command.ts';
import type { Form } from '../http/older-form.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { allowedLimit, allowedSettings, refuseEnd } from './consumer-settings.ts';
import { findConsumer, refuseCopy } from './queries.ts';
import { sealCredentials } from './seal-credentials.ts';

type Asked<Body> = Received<Readonly<{ id: number }>, unknown, Body>;
type Found = NonNullable<Awaited<ReturnType<typeof findConsumer>>>;

/**
 * Runs a command on a key that the actor may change. `make` gets the key and the id of the new operation. `formOf` returns
 * the form that the command comes from.
 */
const change = async <Body>(
  request: Asked<Body>,
  make: (consumer: Found, operationId: string) => ConsumerCommand | Promise<ConsumerCommand>,
  formOf?: (consumer: Found) => Form<Consumer>,
  action: 'consumer.change' | 'consumer.limit' = 'consumer.change',
) => {
  const { actor, services, body } = request;
  const { id } = request.parameters;
  return await runCommand(request, { id, body: body ?? null }, async () => {
    const consumer = await findConsumer(services.db, id);
    if (!consumer || !may(actor, 'consumer.list', consumer)) throw new RefusedError(notFound());
    authorizeOpenly(actor, action, consumer);
    refuseCopy(consumer);
    await refuseReadOnly(services.db, consumer.gatewayId);
    const operationId = randomId();
    return {
      decider: consumerDecider,
      id,
      command: await make(consumer, operationId),
      ...(formOf && { form: formOf(consumer) }),
      response: { entityId: id, operationId },
    };
  });
};

/** Returns the form of a key's settings: the parts that the body sends, as far as the actor may see them. */
const settingsForm =
  ({ actor, body }: Asked<ChangeConsumerBody>) =>
  (consumer: Found): Form<Consumer> => {
    const sent = {
      limit: body.enabledRateLimit !== undefined,
      transform: body.enableRequestTransformer !== undefined && may(actor, 'consumer.transform', consumer),
      end: body.endsOn !== undefined,
    };
    return {
      basedOn: body.basedOn,
      shows: (state) => (state.status === 'none' ? {} : bodyOf(sent, currentConfig(state))),
    };
  };

export const consumerChangeCommands = [
  route(changeKey, {
    action: 'consumer.change',
    summary: "Change a key's nickname, its end, its limit and what is changed in its calls",
    handle: async (request) =>
      await change(
        request,
        async (consumer, operationId) => {
          refuseDeleting(consumer.apiState);
          const { body, services } = request;
          const settings = allowedSettings(request.actor, consumer, body, consumer, consumer.config);
          const access = await loadAccess(services.store, consumer.apiId, consumer.organizationId);
          refuseEnd(settings, access, services.now(), consumer.config);
          // What the body does not send stays as the events have it, because the read table may be behind.
          return {
            type: 'RequestChange',
            data: {
              operationId,
              nickname: settings.nickname,
              ...(body.enabledRateLimit !== undefined && { rateLimit: settings.rateLimit }),
              ...(body.enableRequestTransformer !== undefined && { requestTransformer: settings.requestTransformer }),
              ...(body.endsOn !== undefined && { endsAt: settings.endsAt ?? null }),
            },
          };
        },
        settingsForm(request),
      ),
  }),
  route(limitKey, {
    action: 'consumer.limit',
    summary: 'Set or remove the limit of one key, whoever it belongs to',
    handle: async (request) =>
      await change(
        request,
        (consumer, operationId) => {
          refuseDeleting(consumer.apiState);
          return { type: 'RequestChange', data: { operationId, rateLimit: allowedLimit(request.body, consumer) } };
        },
        () => ({
          basedOn: request.body.basedOn,
          shows: (state) => (state.status === 'none' ? {} : limitBodyOf(currentConfig(state).rateLimit)),
        }),
        'consumer.limit',
      ),
  }),
  route(rotateKey, {
    action: 'consumer.change',
    summary: 'Give a key a successor; the old one works beside it until it ends',
    handle: async (request) =>
      await change(request, async (consumer, operationId) => {
        const { services, body } = request;
        refuseDeleting(consumer.apiState);
        const deployment = await findDeployment(services.db, consumer.deploymentId);
        if (deployment?.state !== 'deployed') throw invalidField('overlapMinutes', 'consumer.deployment-not-ready');
        const until = new Date(services.now().getTime() + body.overlapMinutes * 60_000).toISOString();
        const credentials = await sealCredentials(services, consumer.id, deployment.auth);
        return { type: 'RequestRotation', data: { operationId, credentials, until } };
      }),
  }),
  route(endRotation, {
    action: 'consumer.change',
    summary: 'End the old key of a rotation now',
    handle: async (request) =>
      await change(request, (_consumer, operationId) => ({ type: 'EndPrevious', data: { operationId, dueBy: null } })),
  }),
];
