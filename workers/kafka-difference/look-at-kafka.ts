import type { KafkaSubject } from '#domain/difference/kafka-subject.ts';
import type { EventTopicDetails, MadeTopic } from '#domain/event-topic/event-topic.ts';
import type { Acl } from '#kafka/admin/acls.ts';
import type { Topic } from '#kafka/admin/topics.ts';
import type { KafkaDiffering } from '#kafka/drift/differing.ts';
import { type OthersAcl, othersDifference } from '#kafka/drift/others-acls.ts';
import { comparedKeys, topicDifferences } from '#kafka/drift/topic-differences.ts';
import type { KafkaClient } from '#kafka/kafka.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** A topic as the read tables know it, that Kafka should have. @property goneOwner the name of its organization, if that is deleted. */
type TopicRow = Readonly<{
  id: number;
  details: EventTopicDetails;
  named: readonly string[];
  made: MadeTopic;
  goneOwner: string | null;
  isSettled: boolean;
}>;

/** The topics that Kafka should have. Whoever works on one compares by themselves. */
export const readTopics = async (
  { pool }: Pick<WorkerServices, 'pool'>,
  kafkaEnvId: number,
): Promise<readonly TopicRow[]> => {
  const { rows } = await pool.query<TopicRow>(
    `select topic.id, details, named, made,
       (select name from organizations where id = topic.organization_id and status = 'deleted') as "goneOwner",
       topic.operation_id is null and not exists (
         select from operations where place = 'event-topic-' || topic.id
           and operations.state in ('requested', 'started', 'waiting')) as "isSettled"
     from event_topics topic where kafka_env_id = $1 and made is not null and not is_removing order by topic.id`,
    [kafkaEnvId],
  );
  return rows;
};

/** What Kafka has of rights and users, whoever made them: one call for each. */
export type SeenRights = Readonly<{ acls: readonly Acl[]; users: ReadonlySet<string> }>;

export const seeRights = async (kafka: KafkaClient): Promise<SeenRights> => ({
  acls: await kafka.describeAcls(),
  users: new Set(await kafka.describeUsers()),
});

/** All that a look reads. Topics and their settings are read in pages. */
export type SeenKafka = SeenRights &
  Readonly<{
    topics: ReadonlyMap<string, Topic | 'missing' | 'unclear'>;
    settings: Awaited<ReturnType<KafkaClient['describeSettings']>>;
  }>;

export const seeKafka = async (kafka: KafkaClient, rows: readonly TopicRow[]): Promise<SeenKafka> => {
  const topics = await kafka.describeTopics(rows.map(({ details }) => details.name));
  const asked = rows.flatMap((row) => {
    const keys = comparedKeys(row);
    const isThere = typeof topics.get(row.details.name) === 'object';
    return isThere && keys.length > 0 ? [[row.details.name, keys] as const] : [];
  });
  return { topics, settings: await kafka.describeSettings(new Map(asked)), ...(await seeRights(kafka)) };
};

/** Whether a right is to one topic, by its name. Others are about the Kafka as a whole. */
export const isOfOneTopic = ({ acl: { resource, pattern, name } }: OthersAcl): boolean =>
  resource === 'topic' && pattern === 'literal' && name !== '*';

/** What a look suspects of one thing. @property isOutdated Kafka's numbers are others than those that people are shown. */
export type Suspected = Readonly<{ subject: KafkaSubject; differing: readonly KafkaDiffering[]; isOutdated: boolean }>;

/** Returns what a look suspects of each topic that nobody works on. */
export const suspectedTopics = (
  kafkaEnvId: number,
  seen: SeenKafka,
  rows: readonly TopicRow[],
  others: readonly OthersAcl[],
): Suspected[] => {
  const aclsOf = Map.groupBy(others.filter(isOfOneTopic), ({ acl }) => acl.name);
  return rows.flatMap((row) => {
    const { name } = row.details;
    const topic = seen.topics.get(name) ?? 'unclear';
    if (!row.isSettled || topic === 'unclear') return [];
    const applied = { details: row.details, named: row.named, made: row.made };
    const configs = seen.settings.get(name);
    return [
      {
        subject: { noun: 'event-topic', id: row.id, kafkaEnvId },
        differing: [
          ...topicDifferences(applied, { topic, configs }, row.goneOwner ?? undefined),
          ...(aclsOf.get(name) ?? []).map(othersDifference),
        ],
        isOutdated:
          topic !== 'missing' &&
          topic.id === row.made.brokerId &&
          (topic.partitions !== row.made.partitions || topic.replication !== row.made.replication),
      },
    ];
  });
};
