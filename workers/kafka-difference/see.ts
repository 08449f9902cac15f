import { eventSubscriptionDecider } from '#domain/event-subscription/decider.ts';
import type { EventSubscription } from '#domain/event-subscription/event-subscription.ts';
import { credentialsIn } from '#domain/event-subscription/logins.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { isSuspended } from '#domain/organization/organization.ts';
import { loadState } from '#eventstore/load.ts';
import type { Topic } from '#kafka/admin/topics.ts';
import type { KafkaDiffering } from '#kafka/drift/differing.ts';
import { loginDifferences, type SeenLogin } from '#kafka/drift/login-differences.ts';
import { othersAcls, othersDifference } from '#kafka/drift/others-acls.ts';
import { comparedKeys, topicDifferences } from '#kafka/drift/topic-differences.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import { aclsOf, principalOf } from '#kafka/subscription-acls.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type Store = Pick<WorkerServices, 'store' | 'pool'>;
type IsOwn = (principal: string) => boolean;

/** Returns the name of an organization that is deleted; undefined: it is there. */
const goneOwnerOf = async ({ pool }: Store, id: number): Promise<string | undefined> => {
  const { rows } = await pool.query<{ name: string }>(
    "select name from organizations where id = $1 and status = 'deleted'",
    [id],
  );
  return rows[0]?.name;
};

/** A topic, as the log knows it, with what Kafka has now. */
export type ComparedTopic = Readonly<{
  topic: KnownTopic;
  found: Topic | 'missing';
  differing: readonly KafkaDiffering[];
}>;

/** Compares a topic with its Kafka. Undefined: an operation changes it, it was never made, or Kafka does not say. */
export const compareTopic = async (
  services: Store,
  kafka: KafkaClient,
  id: number,
  isOwn: IsOwn,
): Promise<ComparedTopic | undefined> => {
  const topic = await loadState(services.store, eventTopicDecider, id);
  if (topic.status !== 'active' || topic.operationId !== null || !topic.made) return undefined;
  const { name, organizationId } = topic.details;
  const found = (await kafka.describeTopics([name])).get(name) ?? 'unclear';
  if (found === 'unclear') return undefined;
  const configs = (await kafka.describeSettings(new Map([[name, comparedKeys(topic)]]))).get(name);
  const acls = await kafka.describeAcls({ resource: 'topic', name, pattern: 'literal' });
  const owner = await goneOwnerOf(services, organizationId);
  return {
    topic,
    found,
    differing: [
      ...topicDifferences(topic, { topic: found, configs }, owner),
      ...othersAcls(acls, { topics: [name], groups: [] }, isOwn).map(othersDifference),
    ],
  };
};

/** Returns one login of a subscription with what Kafka has for it. */
export const seeLogin = async (kafka: KafkaClient, user: string, rights: SeenLogin['rights']): Promise<SeenLogin> => ({
  user,
  rights,
  held: await kafka.describeAcls({ principal: principalOf(user) }),
  isThere: (await kafka.describeUsers([user])).length > 0,
});

/** Returns the users that Kafka should have for a subscription, with the rights of each; an empty list for one that is gone. */
export const wantedLogins = async (
  { store }: Pick<Store, 'store'>,
  subscription: EventSubscription,
): Promise<readonly Pick<SeenLogin, 'user' | 'rights'>[]> => {
  if (subscription.status === 'none') return [];
  const { topicName: topic, writes, group, applied, organizationId } = subscription;
  const suspended = isSuspended(await loadState(store, organizationDecider, organizationId));
  return credentialsIn(applied).map(({ user }) => ({
    user,
    rights: suspended ? [] : aclsOf({ user, topic, writes, group }),
  }));
};

/** A subscription, as the log knows it, with what Kafka has for each of its logins now. */
export type ComparedSubscription = Readonly<{
  subscription: EventSubscription;
  logins: readonly SeenLogin[];
  differing: readonly KafkaDiffering[];
}>;

/** Compares a subscription with its Kafka. Undefined: an operation changes it. */
export const compareSubscription = async (
  services: Store,
  kafka: KafkaClient,
  id: number,
): Promise<ComparedSubscription | undefined> => {
  const subscription = await loadState(services.store, eventSubscriptionDecider, id);
  if (['adding', 'changing', 'removing'].includes(subscription.status)) return undefined;
  const logins: SeenLogin[] = [];
  for (const { user, rights } of await wantedLogins(services, subscription))
    logins.push(await seeLogin(kafka, user, rights));
  return { subscription, logins, differing: logins.flatMap(loginDifferences) };
};
