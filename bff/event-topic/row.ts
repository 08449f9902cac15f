import type { Kysely } from 'kysely';
import { type Environment, environments } from '#domain/core/environment.ts';
import { configText } from '#domain/event-topic/config.ts';
import type { EventTopic, EventTopicDetails, TopicState } from '#domain/event-topic/event-topic.ts';
import type { EventTopicRow } from '#domain/event-topic/row.ts';
import type { Config } from '#domain/resource/configs.ts';
import type { ReadTables } from '#projections/read-tables.ts';

export const selectEventTopics = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('event_topics')
    .leftJoin('organizations', 'organizations.id', 'event_topics.organization_id')
    .leftJoin('event_categories', 'event_categories.id', 'event_topics.category_id')
    .leftJoin('resources', 'resources.id', 'event_topics.kafka_env_id')
    .select([
      'event_topics.id',
      'event_topics.details',
      'event_topics.made',
      'event_topics.standing',
      'event_topics.is_removing',
      'event_topics.operation_id',
      'event_topics.stream_version',
      'organizations.name as organization_name',
      'event_categories.name as category_name',
      'resources.name as kafka_name',
      'resources.configs as kafka_configs',
    ]);

type Selected = Awaited<ReturnType<ReturnType<typeof selectEventTopics>['executeTakeFirstOrThrow']>>;

const stateOf = ({ is_removing, operation_id, standing }: Selected): TopicState => {
  if (is_removing) return 'removing';
  if (operation_id !== null) return 'saving';
  return standing === 'saved' ? 'active' : standing;
};

const configIn = (configs: readonly Config[] | null, wanted: string): string | undefined =>
  configs?.find(({ name }) => name === wanted)?.value;

export const environmentIn = (configs: readonly Config[] | null): Environment | null =>
  environments.find((each) => each === configIn(configs, 'envType')) ?? null;

/** Returns what the form of a topic shows, by the fields of its body. */
const formOf = ({ config, ...details }: EventTopicDetails) => ({ ...details, config: configText(config) });

/** Returns what the form of a state shows. */
export const shownBy = (state: EventTopic) =>
  state.status === 'active' || state.status === 'removing' ? formOf(state.details) : {};

/** Returns a topic as the wire has it. */
export const rowOf = (row: Selected): EventTopicRow => {
  const { details, made } = row;
  return {
    id: row.id,
    ...formOf(details),
    organization: { id: details.organizationId, name: row.organization_name ?? '' },
    category: { id: details.categoryId, name: row.category_name ?? '' },
    kafkaEnv: {
      id: details.kafkaEnvId,
      name: row.kafka_name ?? '',
      envType: environmentIn(row.kafka_configs),
      address: configIn(row.kafka_configs, 'address') ?? '',
    },
    state: stateOf(row),
    operationId: row.operation_id,
    made: made && { partitions: made.partitions, replication: made.replication },
    basedOn: row.stream_version,
  };
};

/** Undefined when there is none. */
export const findEventTopic = async (db: Kysely<ReadTables>, id: number): Promise<EventTopicRow | undefined> => {
  const row = await selectEventTopics(db).where('event_topics.id', '=', id).executeTakeFirst();
  return row && rowOf(row);
};

type Key = Readonly<{ organizationId: number; categoryId: number }>;

/**
 * Returns an organization's topic of a category, undefined when there is none, and the environments in which there is one.
 *
 * @param env default: the first of DEV, TEST, UAT, PROD that there is.
 */
export const findTopicOf = async (
  db: Kysely<ReadTables>,
  { organizationId, categoryId }: Key,
  env: Environment | undefined,
): Promise<Readonly<{ found: EventTopicRow | undefined; environments: readonly Environment[] }>> => {
  const selected = await selectEventTopics(db)
    .where('event_topics.organization_id', '=', organizationId)
    .where('event_topics.category_id', '=', categoryId)
    .orderBy('event_topics.id')
    .execute();
  const all = selected.map(rowOf);
  const rows = all.filter(({ kafkaEnv }) => env === undefined || kafkaEnv.envType === env);
  const placeOf = ({ kafkaEnv: { envType } }: EventTopicRow) =>
    envType === null ? environments.length : environments.indexOf(envType);
  return {
    found: rows.toSorted((one, other) => placeOf(one) - placeOf(other))[0],
    environments: environments.filter((each) => all.some(({ kafkaEnv }) => kafkaEnv.envType === each)),
  };
};
