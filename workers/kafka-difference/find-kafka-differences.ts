import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type KafkaSubject, kafkaPlaceOf } from '#domain/difference/kafka-subject.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import { kafkaRightsDecider } from '#domain/kafka-rights/decider.ts';
import type { GivenRight } from '#domain/kafka-rights/kafka-rights.ts';
import { aclText } from '#kafka/drift/acl-text.ts';
import { loginDifferences, type SeenLogin, unGivenRights } from '#kafka/drift/login-differences.ts';
import { aclObject, type OthersAcl } from '#kafka/drift/others-acls.ts';
import { cutText } from '#platform/cut-text.ts';
import { atPlace } from '../drift/at-place.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import type { Brokers } from '../kafka/with-brokers.ts';
import { reportProtection, unGivenFields } from './find-protection.ts';
import { readTopics, type SeenKafka, type Suspected, seeKafka, seeRights, suspectedTopics } from './look-at-kafka.ts';
import { type KnownLogins, ownPrincipals, readKnownLogins } from './own-principals.ts';
import { type KafkaLook, type KnownDifference, reportDifferences, reportSeen } from './report.ts';
import { compareSubscription, compareTopic } from './see.ts';
import { formerUsers, othersIn, rightsByUser, wholeDifferences } from './whole.ts';

type KnownRow = KnownDifference & Readonly<{ place: string }>;

/** Differences that were found before and are still there, as the read tables know them. */
const knownAt = async ({ pool }: WorkerServices, kafkaEnvId: number): Promise<readonly KnownRow[]> => {
  const { rows } = await pool.query<KnownRow>(
    `select place, object_id as "objectId", digest from differences
     where resource_id = $1 and deployment_id is null and state <> 'answered' and not is_protection`,
    [kafkaEnvId],
  );
  return rows;
};

/** Returns the differences' names in the words of the read tables, to compare both. */
const namesOf = (differences: readonly KnownDifference[]): string =>
  differences
    .map(({ objectId, digest }) => `${objectId}/${digest}`)
    .sort()
    .join();

/** What a look at one Kafka works with. */
type Looking = Readonly<{
  services: WorkerServices;
  kafka: Brokers['kafka'];
  look: KafkaLook;
  isOwn: (principal: string) => boolean;
}>;

/** Reports what the log and a new read say of one topic, and the numbers that Kafka has now. */
const reportTopic = async (
  { services, kafka, look, isOwn }: Looking,
  subject: KafkaSubject,
  known: readonly KnownDifference[],
): Promise<void> => {
  const compared = await compareTopic(services, kafka, subject.id, isOwn);
  if (!compared) return;
  const { topic, found, differing } = compared;
  const brokerId = topic.made?.brokerId ?? '';
  if (found === 'missing' || found.id !== brokerId) {
    const command = { type: 'MissEventTopic', data: { brokerId } } as const;
    if (await reportSeen(services, look, eventTopicDecider, subject.id, command, 'missed'))
      services.log.warn({ kafka: look.kafkaEnvId, topic: subject.id }, 'a topic was deleted at its Kafka');
  } else {
    const { partitions, replication } = found;
    const command = { type: 'SeeEventTopic', data: { brokerId, partitions, replication } } as const;
    await reportSeen(services, look, eventTopicDecider, subject.id, command, 'seen');
  }
  await reportDifferences(services, look, subject, differing, known);
};

const reportSubscription = async (
  { services, kafka, look }: Looking,
  subject: KafkaSubject,
  known: readonly KnownDifference[],
): Promise<void> => {
  const compared = await compareSubscription(services, kafka, subject.id);
  if (compared) await reportDifferences(services, look, subject, compared.differing, known);
};

/** Runs `work` while nobody else works at the place of a thing. One that can't be compared hides no other. */
const at = async ({ services, look }: Looking, subject: KafkaSubject, work: () => Promise<unknown>): Promise<void> => {
  const place = kafkaPlaceOf(subject);
  const options = { name: place, holder: services.worker, milliseconds: services.lease, rank: 1 };
  try {
    await atPlace(services, options, look, work);
  } catch (error) {
    services.log.warn({ kafka: look.kafkaEnvId, place, reason: String(error) }, 'cannot compare something at a Kafka');
  }
  await yieldToOthers();
};

/** The logins that Kafka should have of subscriptions that nobody works on, with what it has. */
const loginsIn = (seen: SeenKafka, known: readonly KnownLogins[]) => {
  const rights = rightsByUser(seen);
  return known
    .filter(({ isSettled }) => isSettled)
    .map(({ id, logins }) => ({
      id,
      logins: logins.map(
        (each): SeenLogin => ({ ...each, held: rights.get(each.user) ?? [], isThere: seen.users.has(each.user) }),
      ),
    }));
};

/** Names what people are told loudly: rights that nobody gave here, to Portico's topics or of its users. */
const loudIn = (
  others: readonly OthersAcl[],
  unGiven: readonly Readonly<{ user: string; what: readonly string[] }>[],
): GivenRight[] => [
  ...others
    .filter(({ acl }) => acl.permission === 'allow')
    .map(({ acl }) => ({ key: aclObject(acl), name: cutText(aclText(acl), 300) })),
  ...unGiven.map(({ user, what }) => ({ key: `user-${user}`, name: cutText(`User:${user} ${what.join(', ')}`, 300) })),
];

/**
 * Finds what of Portico's at a Kafka is not as it was applied, and others' rights to its topics. Each is an event once, and again when it
 * changes. A person answers, except to what weakens protection, which is taken away at once
 * (docs/decisions/0129-drift-at-kafka.md).
 *
 * The first comparison uses the read tables, and a few calls for all. What differs from what is known is compared again with the log,
 * while nobody else works at its place.
 */
export const findKafkaDifferences = async (
  services: WorkerServices,
  { kafka, settings }: Brokers,
  look: KafkaLook,
): Promise<void> => {
  const { kafkaEnvId } = look;
  // Before the broker is asked: what is made later is not in this list.
  const rows = await readTopics(services, kafkaEnvId);
  const seen = await seeKafka(kafka, rows);
  // After the broker was asked: each of its users was known before it was made.
  const known = await readKnownLogins(services, kafkaEnvId);
  if (!known) throw new Error('the read tables are behind');
  const own = { topics: rows.map(({ details }) => details.name), logins: known, ownUser: settings.user };
  const looking = { services, kafka, look, isOwn: ownPrincipals(services.names.installation, known, settings.user) };
  const others = othersIn(services, seen, own);
  const before = Map.groupBy(await knownAt(services, kafkaEnvId), ({ place }) => place);
  const knownOf = (subject: KafkaSubject) => before.get(kafkaPlaceOf(subject)) ?? [];
  const isNews = ({ subject, differing, isOutdated }: Suspected) =>
    isOutdated || namesOf(differing) !== namesOf(knownOf(subject));

  for (const each of suspectedTopics(kafkaEnvId, seen, rows, others).filter(isNews))
    await at(looking, each.subject, () => reportTopic(looking, each.subject, knownOf(each.subject)));

  const unGiven: { user: string; what: readonly string[] }[] = [];
  const protect = async (id: number, login: SeenLogin, isWanted: boolean): Promise<void> => {
    const subject = { noun: 'event-subscription', id, kafkaEnvId } as const;
    await at(looking, subject, async () => {
      if (await reportProtection(services, kafka, look, subject, login.user))
        unGiven.push({ user: login.user, what: unGivenFields(login, isWanted).map(({ field }) => field) });
    });
  };
  for (const { id, logins } of loginsIn(seen, known)) {
    const subject = { noun: 'event-subscription', id, kafkaEnvId } as const;
    if (isNews({ subject, differing: logins.flatMap(loginDifferences), isOutdated: false }))
      await at(looking, subject, () => reportSubscription(looking, subject, knownOf(subject)));
    for (const login of logins) if (unGivenRights(login).length > 0) await protect(id, login, true);
  }

  const former = await formerUsers(services, seen, own);
  for (const { id, login } of former.filter(({ isMade }) => isMade)) await protect(id, login, false);

  const whole = { noun: 'resource', id: kafkaEnvId, kafkaEnvId } as const;
  if (isNews({ subject: whole, differing: wholeDifferences(others, former), isOutdated: false }))
    await at(looking, whole, async () => {
      const now = await seeRights(kafka);
      const differing = wholeDifferences(othersIn(services, now, own), await formerUsers(services, now, own));
      await reportDifferences(services, look, whole, differing, knownOf(whole));
    });

  const command = { type: 'ReportRights', data: { kafkaEnvId, rights: loudIn(others, unGiven) } } as const;
  if (await reportSeen(services, look, kafkaRightsDecider, kafkaEnvId, command, 'rights'))
    services.log.error({ kafka: kafkaEnvId }, 'rights at a Kafka that nobody gave here have changed');
};
