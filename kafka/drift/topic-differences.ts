import type { FieldDifference } from '#domain/difference/difference.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import type { TopicConfig } from '../admin/configs.ts';
import type { Topic } from '../admin/topics.ts';
import { differing, type KafkaDiffering } from './differing.ts';

/** A topic as Portico applied it. */
export type AppliedTopic = Pick<KnownTopic, 'details' | 'named' | 'made'>;

/** What a look saw of it. @property configs those of `comparedKeys`; undefined: they could not be read. */
export type SeenTopic = Readonly<{ topic: Topic | 'missing'; configs: readonly TopicConfig[] | undefined }>;

/** Brokers set these themselves while they move replicas. */
const passing = new Set(['leader.replication.throttled.replicas', 'follower.replication.throttled.replicas']);

/** Returns the keys that are compared: those that were ever named for the topic. Others may set what Portico does not know. */
export const comparedKeys = ({ details, named }: AppliedTopic): string[] =>
  [...new Set([...named, ...Object.keys(details.config)])].filter((key) => !passing.has(key)).sort();

/** Returns the settings with other values than those that were applied. Null: the broker's own. */
export const settingDifferences = (applied: AppliedTopic, configs: readonly TopicConfig[]): FieldDifference[] => {
  const found = new Map(configs.map((each) => [each.key, each]));
  return comparedKeys(applied).flatMap((field) => {
    const now = found.get(field);
    const held = now?.isOwn ? now.value : null;
    const wanted = applied.details.config[field] ?? null;
    return wanted === held ? [] : [{ field, applied: wanted, held }];
  });
};

/**
 * Returns what of a topic is not as it was applied.
 *
 * @param goneOwner the name of its organization, when that is deleted.
 */
export const topicDifferences = (applied: AppliedTopic, seen: SeenTopic, goneOwner?: string): KafkaDiffering[] => {
  const { details, made } = applied;
  if (!made) return [];
  const { name } = details;
  const { topic, configs } = seen;
  const owner =
    goneOwner === undefined
      ? []
      : [
          differing({
            objectId: 'owner',
            label: 'owner',
            name,
            form: 'changed',
            fields: [{ field: 'organization', applied: goneOwner, held: null }],
          }),
        ];
  if (topic === 'missing')
    return [
      ...owner,
      differing({ objectId: 'topic', label: 'topic', name, form: 'missing', fields: [], isReappliable: true }),
    ];
  if (topic.id !== made.brokerId)
    return [
      ...owner,
      differing({
        objectId: 'topic',
        label: 'topic',
        name,
        form: 'foreign',
        fields: [{ field: 'id', applied: made.brokerId, held: topic.id }],
        isAdoptable: true,
      }),
    ];
  const saved = made.saved ?? made.partitions;
  const settings = configs ? settingDifferences(applied, configs) : [];
  return [
    ...owner,
    ...(topic.partitions === saved
      ? []
      : [
          differing({
            objectId: 'partitions',
            label: 'partitions',
            name,
            form: 'changed',
            fields: [{ field: 'partitions', applied: String(saved), held: String(topic.partitions) }],
            isAdoptable: true,
          }),
        ]),
    ...(settings.length === 0
      ? []
      : [
          differing({
            objectId: 'settings',
            label: 'settings',
            name,
            form: 'changed',
            fields: settings,
            isAdoptable: settings.every(({ held, applied: wanted }) => held !== null || wanted !== null),
            isReappliable: true,
          }),
        ]),
  ];
};
