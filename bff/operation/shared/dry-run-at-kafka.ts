import type { ObjectChange } from '#domain/core/gateway-plan.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type { KnownSubscription } from '#domain/event-subscription/event-subscription.ts';
import { credentialsIn, endedUsers } from '#domain/event-subscription/logins.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isGoing, isSuspended } from '#domain/organization/organization.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { settingsIn } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import type { Acl } from '#kafka/admin/acls.ts';
import { rightText } from '#kafka/drift/acl-text.ts';
import { KafkaError } from '#kafka/failure.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { aclsOf, principalOf, without } from '#kafka/subscription-acls.ts';
import { configChanges, isOwn } from '#kafka/topic-at-broker.ts';
import type { Services } from '../../http/services.ts';
import { askKafka } from '../../resource/shared/ask-kafka.ts';
import { type Asked, type DryRun, fieldChange, saying, sayingChanges, sayingKafka } from './dry-run-answer.ts';

const missing = () => new RefusedError(refuse('conflict', { code: 'kafka.missing' }));

/** Asks a Kafka. What it can't say is an answer, too. */
const asking = async (
  services: Services,
  kafkaEnvId: number,
  compare: (kafka: KafkaClient) => Promise<DryRun>,
): Promise<DryRun> => {
  try {
    return await askKafka(services, kafkaEnvId, compare, missing);
  } catch (error) {
    if (!(error instanceof KafkaError)) throw error;
    return sayingKafka(error.failure);
  }
};

const compareTopic = async (kafka: KafkaClient, topic: KnownTopic): Promise<DryRun> => {
  const { made, choice, details } = topic;
  const { name, partitions } = details;
  const found = await kafka.describeTopic(name);
  const failing = (code: string) => saying('fails', { problem: { code, field: 'name', parameters: { name } } });
  if (topic.status === 'removing') {
    const isThere = found && (await isOwn(kafka, topic, found));
    return sayingChanges(isThere ? [{ action: 'remove', object: 'topic', name, fields: [] }] : []);
  }
  if (!found) {
    if (made) return failing('event-topic.missing');
    if (choice === 'adopt') return failing('event-topic.not-there');
    return sayingChanges([{ action: 'add', object: 'topic', name, fields: [] }]);
  }
  if (choice !== 'adopt' && !(await isOwn(kafka, topic, found)))
    return failing(made ? 'event-topic.replaced' : 'event-topic.on-broker');
  const now = new Map((await kafka.describeConfigs(name)).map(({ key, value }) => [key, value]));
  const linesOf = (value: string | null | undefined) => (value === null || value === undefined ? [] : [value]);
  const fields = [
    ...(partitions !== null && partitions > found.partitions
      ? [fieldChange('partitions', [String(found.partitions)], [String(partitions)])]
      : []),
    ...(await configChanges(kafka, topic)).map(({ key, to }) => fieldChange(key, linesOf(now.get(key)), linesOf(to))),
  ];
  return sayingChanges(fields.length === 0 ? [] : [{ action: 'change', object: 'topic', name, fields }]);
};

/** Returns what a worker would change at Kafka for a topic now. Subscriptions that end with it are operations of their own. */
export const dryRunOfTopic = async (services: Services, { id, kind, subject_id }: Asked): Promise<DryRun> => {
  const topic = await loadState(services.store, eventTopicDecider, Number(subject_id));
  const wanted = kind === 'delete-event-topic' ? 'removing' : 'active';
  if (topic.status !== wanted || topic.operationId !== id) return saying('replaced');
  return await asking(services, topic.details.kafkaEnvId, (kafka) => compareTopic(kafka, topic));
};

/** What Kafka has of a user. */
const standingOf = async (kafka: KafkaClient, user: string) => ({
  isThere: (await kafka.describeUsers([user])).length > 0,
  rights: await kafka.describeAcls({ principal: principalOf(user) }),
});

const rightsChange = (user: string, taken: readonly Acl[], given: readonly Acl[]): ObjectChange[] =>
  taken.length + given.length === 0
    ? []
    : [
        {
          action: 'change',
          object: 'kafka rights',
          name: user,
          fields: [fieldChange('rights', taken.map(rightText), given.map(rightText))],
        },
      ];

type Place = Readonly<{ ownUser: string | null | undefined; isSuspended: boolean }>;

const compareSubscription = async (
  kafka: KafkaClient,
  subscription: KnownSubscription,
  logins: KnownSubscription['applied'],
  { ownUser, isSuspended: suspended }: Place,
): Promise<DryRun> => {
  const { topicName: topic, writes, group, claimed, applied } = subscription;
  const changes: ObjectChange[] = [];
  for (const user of endedUsers(subscription, logins)) {
    const { isThere, rights } = await standingOf(kafka, user);
    changes.push(...rightsChange(user, rights, []));
    if (isThere) changes.push({ action: 'remove', object: 'kafka user', name: user, fields: [] });
  }
  const known = new Set(credentialsIn(applied).map(({ user }) => user));
  for (const { user, isGiven } of credentialsIn(logins)) {
    const { isThere, rights } = await standingOf(kafka, user);
    if (isGiven && !claimed.includes(user) && (user === ownUser || isThere || rights.length > 0))
      return saying('fails', { problem: { code: 'event-subscription.user-foreign', field: 'kafkaUserId' } });
    // Its password is written anew, where Kafka did not have it before.
    if (!(isThere && known.has(user)))
      changes.push({ action: isThere ? 'change' : 'add', object: 'kafka user', name: user, fields: [] });
    const wanted = suspended ? [] : aclsOf({ user, topic, writes, group });
    changes.push(...rightsChange(user, without(rights, wanted), without(wanted, rights)));
  }
  return sayingChanges(changes);
};

/** Returns what a worker would change at Kafka for a subscription now: its users and their rights. Passwords can't be read. */
export const dryRunOfSubscription = async (services: Services, { id, kind, subject_id }: Asked): Promise<DryRun> => {
  const { store } = services;
  const subscription = await loadState(store, eventSubscriptionDecider, Number(subject_id));
  if (subscription.status === 'none' || subscription.operationId !== id) return saying('replaced');
  const { kafkaEnvId, organizationId, wanted } = subscription;
  const settings = settingsIn(await loadState(store, resourceDecider, kafkaEnvId), 'KAFKA');
  const organization = await loadState(store, organizationDecider, organizationId);
  const isRemoval = kind === 'remove-event-subscription' || subscription.status === 'removed';
  // Nothing of it is left at a Kafka that is not set up any more.
  if (isRemoval && !settings) return saying('nothing');
  if (!isRemoval && isGoing(organization)) return saying('replaced');
  const place = { ownUser: settings?.user, isSuspended: isSuspended(organization) };
  return await asking(services, kafkaEnvId, (kafka) =>
    compareSubscription(kafka, subscription, isRemoval ? null : wanted, place),
  );
};
