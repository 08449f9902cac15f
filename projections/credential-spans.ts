import type { EndCause, SpanDetail } from '#domain/as-of/span.ts';
import type { ConsumerConfig, ConsumerEvent, Credentials } from '#domain/consumer/consumer.ts';
import { currentConfig } from '#domain/consumer/current-config.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type { EventSubscriptionEvent, KafkaLogins } from '#domain/event-subscription/event-subscription.ts';
import { currentLogins } from '#domain/event-subscription/logins.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import {
  type Claims,
  type Held,
  known,
  learn,
  newSubject,
  type Subject,
  settleSpans,
  spanFactsTable,
  spanSubjectsTable,
} from './access-spans.ts';
import { timeOf } from './engine/own-stream.ts';
import type { Batch, ProjectionPart, RecordedAs } from './engine/projection.ts';

/** Access, keys and subscriptions: what organizations may call, and what the gateways and Kafka let them. */

type Login = Readonly<{ part: number; client: string; until: string | null }>;

const clientOf = ({ oauth2 }: Credentials): string => oauth2?.clientId ?? '';

/** Returns the credentials of a key, the newest first. */
const loginsOfKey = ({ generation, credentials, previous }: ConsumerConfig): Login[] => [
  { part: generation, client: clientOf(credentials), until: null },
  ...(previous ? [{ part: previous.generation, client: clientOf(previous.credentials), until: previous.until }] : []),
];

const loginsAtKafka = ({ generation, credential, previous }: KafkaLogins): Login[] => [
  { part: generation, client: credential.user, until: null },
  ...(previous ? [{ part: previous.generation, client: previous.credential.user, until: previous.until }] : []),
];

/** What a key or a subscription may do by itself, and what the gateway or Kafka has of it. `endsAt`: when it ends by itself. */
type Own = Readonly<{
  logins: readonly Login[];
  applied: readonly Login[];
  cause: EndCause | null;
  endsAt?: string | null;
}>;

const ownOf = ({ state }: Subject): Own => {
  if (state.noun === 'consumer') {
    const { key } = state;
    const isGoing = key.status === 'removing' || key.status === 'removed';
    const config = currentConfig(key);
    return {
      logins: loginsOfKey(config),
      applied: key.applied ? loginsOfKey(key.applied) : [],
      cause: isGoing ? 'removed' : key.status === 'failed' && !key.applied ? 'failed' : null,
      endsAt: config.endsAt ?? null,
    };
  }
  if (state.noun === 'event-subscription') {
    const { subscription } = state;
    const isGoing = subscription.status === 'removing' || subscription.status === 'removed';
    return {
      logins: loginsAtKafka(currentLogins(subscription)),
      applied: subscription.applied ? loginsAtKafka(subscription.applied) : [],
      cause: isGoing ? 'removed' : subscription.status === 'failed' && !subscription.applied ? 'failed' : null,
    };
  }
  const isGranted = state.noun === 'access' && state.isGranted;
  return { logins: [{ part: 0, client: '', until: null }], applied: [], cause: isGranted ? null : 'revoked' };
};

/** Returns why a subject may not call now, though it was given: because of itself, or of what is around it. */
const causeOf = async (batch: Batch, subject: Subject, own: Own): Promise<EndCause | null> => {
  if (own.cause || subject.ended) return subject.ended ?? own.cause;
  if ((await known(batch, 'organization', subject.organization_id)).isOff) return 'organization-off';
  if ((await known(batch, 'deployment', subject.deployment_id)).isOff) return 'undeployed';
  if ((await known(batch, 'api', subject.api_id)).isOff) return 'api-deleted';
  if ((await known(batch, 'event-topic', subject.topic_id)).isOff) return 'topic-deleted';
  return null;
};

/** What a subscription's spans say besides. */
const detailOf = ({ state }: Subject): SpanDetail =>
  state.noun === 'event-subscription' ? { topic: state.subscription.topicName } : {};

/** `access-3-2`, and `access-3-2-event` for a category. */
const accessOf = (noun: 'api' | 'event', productId: number, organizationId: number): string =>
  `${productId}-${organizationId}${noun === 'event' ? '-event' : ''}`;

/** Returns the stream of the access that a subject depends on, without its noun. Null: it depends on none. */
const accessIdOf = ({ organization_id, api_id, event_category_id }: Subject): string | null => {
  if (organization_id === null) return null;
  if (api_id !== null) return accessOf('api', api_id, organization_id);
  return event_category_id === null ? null : accessOf('event', event_category_id, organization_id);
};

/** The earlier of two ends. Null: none. */
const earlier = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : Date.parse(one) < Date.parse(other) ? one : other;

const claimsOf = async (batch: Batch, subject: Subject): Promise<Claims> => {
  const own = ownOf(subject);
  const { grant: inForce } = await known(batch, 'access', accessIdOf(subject));
  const cause = await causeOf(batch, subject, own);
  const detail = detailOf(subject);
  // The key's own end, or that of its access: whichever comes first.
  const end = earlier(own.endsAt ?? null, inForce?.endsAt ?? null);
  return {
    entitled: cause ? [] : own.logins.map((login) => ({ ...login, until: earlier(login.until, end), detail })),
    inForce: subject.is_suspended ? [] : subject.held.map((held) => ({ ...held, detail })),
    cause: cause ?? (subject.is_suspended ? 'organization-off' : 'rotated'),
  };
};

const settle = async (event: RecordedEvent, batch: Batch, subject: Subject): Promise<void> =>
  batch.rows(spanSubjectsTable).put(await settleSpans(batch, event, subject, await claimsOf(batch, subject)));

const isCredential = ({ state }: Subject): boolean => state.noun === 'consumer' || state.noun === 'event-subscription';
const isPersons = ({ state }: Subject): boolean => state.noun === 'user' || state.noun === 'owner';

/** Settles the keys, subscriptions and grants with a value, after a change of what is around them. */
const settleAll = async (
  event: RecordedEvent,
  batch: Batch,
  column: 'organization_id' | 'api_id' | 'deployment_id' | 'topic_id',
  id: number,
  change: (subject: Subject) => Partial<Subject> | undefined = () => ({}),
): Promise<void> => {
  for (const subject of await batch.rows(spanSubjectsTable).where(column, id)) {
    const changed = isPersons(subject) ? undefined : change(subject);
    if (changed) await settle(event, batch, { ...subject, ...changed });
  }
};

const heldOf = ({ part, client }: Login): Held => ({ part, client });

/** Removes a subject that is gone for good, with all its spans at their end. */
const end = async (event: RecordedEvent, batch: Batch, id: string, cause: EndCause): Promise<void> => {
  const rows = batch.rows(spanSubjectsTable);
  const subject = await rows.get(id);
  if (!subject) return;
  rows.remove(await settleSpans(batch, event, subject, { entitled: [], inForce: [], cause }));
};

type OfKey = Exclude<ConsumerEvent['type'], 'ConsumerRequested' | 'ConsumerRemoved' | 'CredentialRevealed'>;
type OfSubscription = Exclude<
  EventSubscriptionEvent['type'],
  'EventSubscriptionRequested' | 'EventSubscriptionRemoved' | 'EventSubscriptionRevealed'
>;
type OfCredential = OfKey | OfSubscription;

/** What a worker has said of the gateway or Kafka. */
const outcomes = new Set<OfCredential>([
  'ConsumerApplied',
  'ConsumerFailed',
  'EventSubscriptionApplied',
  'EventSubscriptionFailed',
]);

const evolved = ({ state }: Subject, event: RecordedAs<OfCredential>): Subject['state'] => {
  if (state.noun === 'consumer') {
    const key = consumerDecider.evolve(state.key, event as RecordedAs<OfKey>);
    return key.status === 'none' ? state : { ...state, key: { ...key, sealed: [] } };
  }
  if (state.noun !== 'event-subscription') return state;
  const subscription = eventSubscriptionDecider.evolve(state.subscription, event as RecordedAs<OfSubscription>);
  return subscription.status === 'none'
    ? state
    : { ...state, subscription: { ...subscription, made: [], claimed: [] } };
};

/** Follows a key or a subscription with the domain's `evolve`. */
const follow = async (event: RecordedAs<OfCredential>, batch: Batch): Promise<void> => {
  const before = await batch.rows(spanSubjectsTable).get(event.stream);
  if (!before || before.stream_version >= event.version) return;
  const subject = { ...before, state: evolved(before, event), stream_version: event.version };
  if (!outcomes.has(event.type)) return await settle(event, batch, subject);
  const { isOff = false } = await known(batch, 'organization', subject.organization_id);
  // Whatever is brought there while the organization is off has no credentials.
  await settle(event, batch, { ...subject, held: ownOf(subject).applied.map(heldOf), is_suspended: isOff });
};

/** Who approved it: whoever granted the access, else whoever added it. */
const givenBy = (event: RecordedEvent, grant: Awaited<ReturnType<typeof known>>['grant'], adder?: number) =>
  grant
    ? { given_by: grant.by, given_at: new Date(grant.at) }
    : { given_by: adder ?? event.meta.actor.userId, given_at: timeOf(event) };

/** Settles all that depends on access, after a change of its end. */
const settlePair = async (event: RecordedEvent, batch: Batch, id: string, organizationId: number): Promise<void> => {
  for (const subject of await batch.rows(spanSubjectsTable).where('organization_id', organizationId))
    if (!isPersons(subject) && accessIdOf(subject) === id) await settle(event, batch, subject);
};

const grant = async (event: RecordedAs<'ApiAccessGranted' | 'EventAccessGranted'>, batch: Batch): Promise<void> => {
  const rows = batch.rows(spanSubjectsTable);
  const { grantId: id, organizationId } = event.data;
  const before = await rows.get(event.stream);
  if (before && before.stream_version >= event.version) return;
  const by = event.meta.actor.userId;
  const { endsAt = null } = event.data;
  await learn(batch, 'access', event.stream.slice('access-'.length), {
    grant: { id, by, at: event.meta.time, endsAt },
  });
  await settle(event, batch, {
    ...newSubject,
    ...before,
    id: event.stream,
    organization_id: organizationId,
    api_id: 'apiId' in event.data ? event.data.apiId : null,
    event_category_id: 'apiId' in event.data ? null : event.data.eventCategoryId,
    state: { noun: 'access', isGranted: true },
    given_by: by,
    given_at: timeOf(event),
    stream_version: event.version,
  });
  await settlePair(event, batch, event.stream.slice('access-'.length), organizationId);
};

/** The access ends at another time, or has no end any more, and with it the keys or subscriptions that depend on it. */
const changeEnd = async (
  event: RecordedAs<'ApiAccessEndChanged' | 'EventAccessEndChanged'>,
  batch: Batch,
): Promise<void> => {
  const id = event.stream.slice('access-'.length);
  const { grant: now } = await known(batch, 'access', id);
  if (!now) return;
  await learn(batch, 'access', id, { grant: { ...now, endsAt: event.data.to } });
  await settlePair(event, batch, id, event.data.organizationId);
};

/** The access ends, and with it all keys, or all subscriptions of the category's topics. */
const revoke = async (event: RecordedAs<'ApiAccessRevoked' | 'EventAccessRevoked'>, batch: Batch): Promise<void> => {
  const rows = batch.rows(spanSubjectsTable);
  const { data } = event;
  await learn(batch, 'access', event.stream.slice('access-'.length), { grant: null });
  await end(event, batch, event.stream, 'revoked');
  const [column, id] =
    'apiId' in data ? (['api_id', data.apiId] as const) : (['event_category_id', data.eventCategoryId] as const);
  for (const subject of await rows.where(column, id))
    if (isCredential(subject) && subject.organization_id === data.organizationId)
      await settle(event, batch, { ...subject, ended: 'revoked' });
};

const switchOrganization =
  (isOff: boolean) =>
  async (
    event: RecordedAs<'OrganizationDeactivated' | 'OrganizationActivated' | 'OrganizationDeletionApproved'>,
    batch: Batch,
  ): Promise<void> => {
    const { organizationId } = event.data;
    await learn(batch, 'organization', organizationId, { isOff });
    await settleAll(event, batch, 'organization_id', organizationId);
  };

const suspend =
  (isOff: boolean) =>
  (event: RecordedAs<'KeysSuspensionRequested' | 'KeysRestorationRequested'>, batch: Batch): Promise<void> => {
    const { operationId, organizationId, deploymentId } = event.data;
    return learn(batch, 'operation', operationId, { organizationId, deploymentId, isOff });
  };

export const credentialSpans = {
  tables: [spanSubjectsTable, spanFactsTable],
  on: {
    OrganizationRegistered: ({ data }, batch) =>
      learn(batch, 'organization', data.organizationId, { isExternal: data.external }),
    OrganizationDetailsChanged: async (event, batch) => {
      const { organizationId, from, to } = event.data;
      await learn(batch, 'organization', organizationId, { isExternal: to.external });
      if (from.external || !to.external) return;
      for (const subject of await batch.rows(spanSubjectsTable).where('organization_id', organizationId)) {
        const { state } = subject;
        // Its keys without access end: it had them because it was internal.
        if (state.noun !== 'consumer' || state.key.grantId !== null) continue;
        const access = await known(batch, 'access', accessOf('api', state.key.apiId, organizationId));
        if (!access.grant) await settle(event, batch, { ...subject, ended: 'became-external' });
      }
    },
    OrganizationDeactivated: switchOrganization(true),
    OrganizationActivated: switchOrganization(false),
    OrganizationDeletionApproved: switchOrganization(true),
    ApiPublished: ({ data }, batch) => learn(batch, 'api', data.apiId, { organizationId: data.organizationId }),
    ApiDeletionRequested: async (event, batch) => {
      await learn(batch, 'api', event.data.apiId, { isOff: true });
      await settleAll(event, batch, 'api_id', event.data.apiId);
    },
    DeploymentRequested: ({ data: { deploymentId, to } }, batch) =>
      learn(batch, 'deployment', deploymentId, { environment: to.environment }),
    UndeploymentRequested: async (event, batch) => {
      await learn(batch, 'deployment', event.data.deploymentId, { isOff: true });
      await settleAll(event, batch, 'deployment_id', event.data.deploymentId);
    },
    // The removal of a deployment removes its keys.
    DeploymentRemoved: async (event, batch) => {
      for (const { id } of await batch.rows(spanSubjectsTable).where('deployment_id', event.data.deploymentId))
        await end(event, batch, id, 'undeployed');
    },
    EventTopicAddRequested: ({ data: { eventTopicId, categoryId, organizationId } }, batch) =>
      learn(batch, 'event-topic', eventTopicId, { categoryId, organizationId }),
    EventTopicRemovalRequested: async (event, batch) => {
      await learn(batch, 'event-topic', event.data.eventTopicId, { isOff: true });
      await settleAll(event, batch, 'topic_id', event.data.eventTopicId);
    },
    ApiAccessGranted: grant,
    EventAccessGranted: grant,
    ApiAccessEndChanged: changeEnd,
    EventAccessEndChanged: changeEnd,
    ApiAccessRevoked: revoke,
    EventAccessRevoked: revoke,
    ConsumerRequested: async (event, batch) => {
      const { consumerId, deploymentId, apiId, organizationId, nickname, grantId, copyOf } = event.data;
      const key = consumerDecider.evolve(consumerDecider.initialState, event);
      const id = streamOf('consumer', consumerId);
      if (key.status === 'none' || (await batch.rows(spanSubjectsTable).get(id))) return;
      const access = await known(batch, 'access', accessOf('api', apiId, organizationId));
      const { isExternal = false } = await known(batch, 'organization', organizationId);
      // It was asked for while its access was being revoked, or its organization became external.
      const isLate = grantId === null ? isExternal && !access.grant : access.grant?.id !== grantId;
      await settle(event, batch, {
        ...newSubject,
        id,
        organization_id: organizationId,
        api_id: apiId,
        deployment_id: deploymentId,
        name: nickname,
        state: { noun: 'consumer', key: { ...key, sealed: [] } },
        ended: isLate ? (grantId === null ? 'became-external' : 'revoked') : null,
        ...givenBy(event, grantId === null ? null : access.grant, copyOf?.addedBy),
        stream_version: event.version,
      });
    },
    ConsumerChangeRequested: async (event, batch) => {
      const rows = batch.rows(spanSubjectsTable);
      const subject = await rows.get(event.stream);
      if (subject && subject.stream_version < event.version) rows.put({ ...subject, name: event.data.to.nickname });
      await follow(event, batch);
    },
    CredentialRotationRequested: follow,
    PreviousCredentialsEnded: follow,
    ConsumerApplied: follow,
    ConsumerFailed: follow,
    ConsumerRemovalRequested: follow,
    ConsumerRemoved: (event, batch) => end(event, batch, event.stream, 'removed'),
    EventSubscriptionRequested: async (event, batch) => {
      const { eventSubscriptionId, topicId, organizationId, name } = event.data;
      const subscription = eventSubscriptionDecider.evolve(eventSubscriptionDecider.initialState, event);
      const id = streamOf('event-subscription', eventSubscriptionId);
      if (subscription.status === 'none' || (await batch.rows(spanSubjectsTable).get(id))) return;
      const { categoryId = null } = await known(batch, 'event-topic', topicId);
      const access =
        categoryId === null ? {} : await known(batch, 'access', accessOf('event', categoryId, organizationId));
      await settle(event, batch, {
        ...newSubject,
        id,
        organization_id: organizationId,
        topic_id: topicId,
        event_category_id: categoryId,
        name,
        state: { noun: 'event-subscription', subscription: { ...subscription, made: [], claimed: [] } },
        ended: access.grant === null ? 'revoked' : null,
        ...givenBy(event, access.grant),
        stream_version: event.version,
      });
    },
    KafkaUserClaimed: follow,
    EventSubscriptionRotationRequested: follow,
    PreviousKafkaLoginEnded: follow,
    EventSubscriptionSwitchRequested: follow,
    EventSubscriptionApplied: follow,
    EventSubscriptionFailed: follow,
    EventSubscriptionRemovalRequested: follow,
    EventSubscriptionRemoved: (event, batch) => end(event, batch, event.stream, 'removed'),
    KeysSuspensionRequested: suspend(true),
    KeysRestorationRequested: suspend(false),
    // Of all operations only those that take an organization's keys off a deployment, or bring them back, say nothing to the keys.
    OperationCompleted: async (event, batch) => {
      const facts = batch.rows(spanFactsTable);
      const row = await facts.get(event.stream);
      const { organizationId, deploymentId, isOff: is_suspended = false } = row?.facts ?? {};
      if (!row || organizationId === undefined || deploymentId === undefined) return;
      await settleAll(event, batch, 'deployment_id', deploymentId, (subject) =>
        subject.organization_id === organizationId ? { is_suspended } : undefined,
      );
      facts.remove(row);
    },
  },
} satisfies ProjectionPart;
