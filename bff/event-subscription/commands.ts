import { notFound, RefusedError } from '#domain/core/problem.ts';
import {
  addEventSubscription,
  endSubscriptionRotation,
  removeEventSubscription,
  revealEventSubscription,
  rotateEventSubscription,
} from '#domain/event-subscription/calls.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type { EventSubscriptionCommand, ReaderGroup } from '#domain/event-subscription/event-subscription.ts';
import { currentLogins } from '#domain/event-subscription/logins.ts';
import type { EventSubscriptionBody } from '#domain/event-subscription/schema.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { kafkaMechanisms } from '#domain/resource/types.ts';
import { enter } from '#eventstore/guards.ts';
import { randomId } from '#platform/uuid.ts';
import { grantEventAccess } from '../access/grant-access.ts';
import { runCommand } from '../http/command.ts';
import { newId } from '../http/new-id.ts';
import { authorize, authorizeOpenly, type Received, route } from '../http/route.ts';
import { invalidField } from '../input/invalid.ts';
import { findOrganization } from '../organization/shared/find-organization.ts';
import { loadSettings } from '../resource/load-settings.ts';
import { refuseTakenNames } from './names-at-kafka.ts';
import { newLogin, stemOf } from './new-login.ts';
import { refuseForeignUser } from './refuse-foreign-user.ts';
import { type FoundSubscription, findEventSubscription } from './row.ts';

const groupOf = ({ reads, group }: EventSubscriptionBody, stem: string): ReaderGroup | null => {
  if (!reads) return null;
  return group === '' ? { pattern: 'prefixed', name: stem } : { pattern: 'literal', name: group };
};

const add = async (request: Received, body: EventSubscriptionBody) => {
  const { services } = request;
  const { name, organizationId, topicId, writes } = body;
  const organization = await findOrganization(services.db, organizationId);
  if (!organization) throw invalidField('organizationId', 'event-subscription.organization-required');
  const { state, guards } = await enter(services, eventTopicDecider, topicId);
  if (state.status !== 'active') throw invalidField('topicId', 'event-subscription.topic-required');
  if (!state.made) throw invalidField('topicId', 'event-subscription.topic-not-ready');
  const { kafkaEnvId, categoryId, name: topicName } = state.details;
  const names = await refuseTakenNames(services, kafkaEnvId, body);
  await refuseForeignUser(services, kafkaEnvId, body.kafkaUserId);
  await grantEventAccess(request, categoryId, organizationId);
  const eventSubscriptionId = await newId(services.pool, 'event-subscription');
  const operationId = randomId();
  return {
    decider: eventSubscriptionDecider,
    id: eventSubscriptionId,
    isNew: true,
    guards: [...guards, ...names],
    command: {
      type: 'RequestSubscription',
      data: {
        eventSubscriptionId,
        operationId,
        topicId,
        kafkaEnvId,
        organizationId,
        name,
        topicName,
        writes,
        group: groupOf(body, stemOf(services, eventSubscriptionId)),
        credential: await newLogin(services, eventSubscriptionId, 1, body),
      },
    } as const,
    response: { entityId: eventSubscriptionId, operationId },
  };
};

type AboutOne = Pick<Received, 'c' | 'services' | 'caller' | 'action' | 'actor'> &
  Readonly<{ parameters: Readonly<{ id: number }>; body: unknown }>;

/** Runs a command on a subscription, by an operation. */
const change = async (
  request: AboutOne,
  action: 'event-subscription.save' | 'event-subscription.remove',
  make: (found: FoundSubscription, operationId: string) => EventSubscriptionCommand | Promise<EventSubscriptionCommand>,
) => {
  const { actor, services, body } = request;
  const { id } = request.parameters;
  authorizeOpenly(actor, action);
  return await runCommand(request, { id, body: body ?? null }, async () => {
    const found = await findEventSubscription(services.db, id);
    if (!found) throw new RefusedError(notFound());
    const operationId = randomId();
    return {
      decider: eventSubscriptionDecider,
      id,
      command: await make(found, operationId),
      response: { entityId: id, operationId },
    };
  });
};

/** Records the view first, and decrypts the password then. */
const reveal = async (request: AboutOne) => {
  const { actor, services } = request;
  const { id } = request.parameters;
  const found = await findEventSubscription(services.db, id);
  if (!found) throw new RefusedError(notFound());
  authorize(actor, 'event-subscription.reveal', { organizationId: found.organization_id });
  await runCommand(request, { id }, async () => ({
    decider: eventSubscriptionDecider,
    id,
    command: { type: 'RevealCredential', data: {} } as const,
    response: { id },
  }));
  const settings = await loadSettings(services, found.kafka_env_id);
  // The login that Kafka has. A new one that it does not have yet is not shown.
  const secret = found.applied?.credential;
  const password = secret && (await services.vault.openSecret(services.pool, secret.password.secretId));
  if (!secret || password === undefined || settings.type !== 'KAFKA') throw new RefusedError(notFound());
  return {
    kafkaUserId: secret.user,
    kafkaPassword: password,
    address: settings.address,
    environment: settings.envType,
    securityProtocol: settings.securityProtocol,
    mechanism: kafkaMechanisms[0],
    topicName: found.topic_name,
    writes: found.writes,
    group: found.reader_group,
    authorities: (settings.certificates ?? []).map(({ certificate }) => certificate).join(''),
  };
};

export const eventSubscriptionCommands = [
  route(addEventSubscription, {
    action: 'event-subscription.save',
    summary: 'Let an organization read or write a topic, with a user of its own at Kafka',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'event-subscription.save');
      // What tells a repeated request apart is stored: no password, and nothing that it could be guessed from.
      const kafkaPassword = body.kafkaPassword && services.vault.fingerprint(body.kafkaPassword);
      return await runCommand(request, { ...body, kafkaPassword }, async () => await add(request, body));
    },
  }),
  route(removeEventSubscription, {
    action: 'event-subscription.remove',
    summary: 'Take the rights of a subscription at Kafka away, and its user',
    handle: async (request) =>
      await change(request, 'event-subscription.remove', (_found, operationId) => ({
        type: 'RequestRemoval',
        data: { operationId },
      })),
  }),
  route(revealEventSubscription, {
    limit: 'reveal',
    action: 'event-subscription.reveal',
    fresh: true,
    hidden: true,
    summary: 'Record that the password of a subscription is viewed, and answer it with what a client needs',
    handle: reveal,
  }),
  route(rotateEventSubscription, {
    action: 'event-subscription.save',
    summary: 'Give a subscription another login; the old one works beside it until it ends',
    handle: async (request) =>
      await change(request, 'event-subscription.save', async (found, operationId) => {
        const { services, body } = request;
        const until = new Date(services.now().getTime() + body.overlapMinutes * 60_000).toISOString();
        const status = found.state === 'change-failed' ? 'failed' : found.state;
        const { generation } = currentLogins({ status, wanted: found.wanted, applied: found.applied });
        const credential = await newLogin(services, found.id, generation + 1);
        return { type: 'RequestRotation', data: { operationId, credential, until } };
      }),
  }),
  route(endSubscriptionRotation, {
    action: 'event-subscription.save',
    summary: 'End the old login of a rotation now',
    handle: async (request) =>
      await change(request, 'event-subscription.save', (_found, operationId) => ({
        type: 'EndPrevious',
        data: { operationId, dueBy: null },
      })),
  }),
];
