import {
  ConfigResourceTypes,
  ConfigSources,
  describeConfigsV4,
  IncrementalAlterConfigOperationTypes,
  incrementalAlterConfigsV1,
} from '@platformatic/kafka';
import { type Brokers, withErrors } from '../connect/connect.ts';

/**
 * A setting of a topic.
 *
 * @property value null for a secret, which no broker tells.
 * @property isOwn it was set for this topic; otherwise it is the broker's.
 */
export type TopicConfig = Readonly<{ key: string; value: string | null; isOwn: boolean; isReadOnly: boolean }>;

const { SET, DELETE } = IncrementalAlterConfigOperationTypes;

type Described = Awaited<ReturnType<typeof describeConfigsV4.api.async>>['results'][number]['configs'][number];

const asConfig = ({ name, value, configSource, readOnly }: Described): TopicConfig => ({
  key: name,
  value: value ?? null,
  isOwn: configSource === ConfigSources.DYNAMIC_TOPIC_CONFIG,
  isReadOnly: readOnly,
});

/** Topics that one call asks for. */
const page = 100;

/** Returns settings of topics, those with these keys. A topic that is gone, or that this login may not see, is left out. */
export const describeSettings = async (
  brokers: Brokers,
  asked: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly TopicConfig[]>> => {
  const found = new Map<string, readonly TopicConfig[]>();
  const resources = [...asked].map(([resourceName, keys]) => ({
    resourceType: ConfigResourceTypes.TOPIC,
    resourceName,
    configurationKeys: [...keys],
  }));
  for (let first = 0; first < resources.length; first += page) {
    const asking = resources.slice(first, first + page);
    const { results } = await brokers.ask(withErrors(describeConfigsV4.api), asking, false, false);
    for (const { errorCode, resourceName, configs } of results)
      if (errorCode === 0) found.set(resourceName, configs.map(asConfig));
  }
  return found;
};

/** Returns all settings of a topic. @throws KafkaError `kafka.unknown-topic`. */
export const describeConfigs = async (brokers: Brokers, topic: string): Promise<TopicConfig[]> => {
  const asked = { resourceType: ConfigResourceTypes.TOPIC, resourceName: topic, configurationKeys: null };
  const { results } = await brokers.ask(describeConfigsV4.api, [asked], false, false);
  return (results[0]?.configs ?? []).map(asConfig);
};

/**
 * Changes some settings of a topic and leaves the others.
 *
 * @param changes      by key; null gives a setting back to the broker.
 * @param validateOnly changes nothing, and only says whether it could be changed.
 * @throws KafkaError `kafka.config-invalid` with the key, `kafka.unknown-topic`.
 */
export const alterConfigs = async (
  brokers: Brokers,
  topic: string,
  changes: Readonly<Record<string, string | null>>,
  { validateOnly = false }: Readonly<{ validateOnly?: boolean }> = {},
): Promise<void> => {
  const configs = Object.entries(changes).map(([name, value]) =>
    value === null ? ({ name, configOperation: DELETE } as const) : ({ name, configOperation: SET, value } as const),
  );
  const changed = { resourceType: ConfigResourceTypes.TOPIC, resourceName: topic, configs };
  await brokers.askController(incrementalAlterConfigsV1.api, [changed], validateOnly);
};
