import { type Kysely, sql } from 'kysely';
import { may } from '#domain/core/authorization.ts';
import type { Environment } from '#domain/core/environment.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import {
  getEventTopic,
  getEventTopicOf,
  listEventTopicChanges,
  listEventTopics,
  readTopicAtBroker,
} from '#domain/event-topic/calls.ts';
import { eventTopicHistory } from '#domain/event-topic/history.ts';
import { eventTopicPageSize } from '#domain/event-topic/limits.ts';
import type { EventTopicRow, EventTopicView } from '#domain/event-topic/row.ts';
import type { EventTopicListQuery } from '#domain/event-topic/schema.ts';
import { readTopicKey } from '#domain/event-topic/topic-key.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { hasEventAccess } from '../access/access.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorize, authorizeOpenly, type Received, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import type { Given } from '../sql/statement.ts';
import { topicAtBrokerOf } from './at-broker.ts';
import { findEventTopic, findTopicOf, rowOf, selectEventTopics } from './row.ts';

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 20;

type Filters = Readonly<{
  categoryId: number | undefined;
  organizationId: number | undefined;
  words: string | undefined;
}>;

const readEventTopics = pageOf((db, { categoryId, organizationId, words }: Given<Filters>) =>
  selectEventTopics(db)
    .select([
      'event_topics.sort_name',
      'organizations.sort_name as sort_organization',
      'event_categories.sort_name as sort_category',
      'resources.sort_name as sort_kafka',
    ])
    .$if(categoryId !== undefined, (list) =>
      list.where('event_topics.category_id', '=', categoryId as NonNullable<typeof categoryId>),
    )
    .$if(organizationId !== undefined, (list) =>
      list.where('event_topics.organization_id', '=', organizationId as NonNullable<typeof organizationId>),
    )
    .$if(words !== undefined, (list) =>
      list.where(
        sql<boolean>`(event_topics.sort_name like ${words} or organizations.sort_name like ${words}
          or event_categories.sort_name like ${words} or resources.sort_name like ${words})`,
      ),
    ),
);

const orders = {
  id: 'id',
  name: 'sort_name',
  organization: 'sort_organization',
  category: 'sort_category',
  kafkaEnv: 'sort_kafka',
} as const satisfies Record<EventTopicListQuery['sort'], string>;

/** Counts what waits in the drift about a topic and its subscriptions. */
const countOpenAbout = (db: Kysely<ReadTables>, topicId: number) =>
  db
    .selectFrom('differences as found')
    .leftJoin('event_subscriptions as subscription', (join) =>
      join.onRef('subscription.id', '=', 'found.subject_id').on('found.noun', '=', 'event-subscription'),
    )
    .select(sql<number | string>`count(*)`.as('count'))
    .where('found.state', '=', 'open')
    .where(
      sql<boolean>`${topicId} = case found.noun when 'event-topic' then found.subject_id else subscription.topic_id end`,
    );

/**
 * Returns a topic to those who may read it, with the certificates of its Kafka.
 *
 * @throws RefusedError 404 when there is none, for other organizations, and for one whose access to the category has ended.
 */
const shown = async (
  { actor, services: { db } }: Pick<Received, 'actor' | 'services'>,
  found: EventTopicRow | undefined,
  environments: readonly Environment[] = [],
): Promise<EventTopicView> => {
  if (!found) throw new RefusedError(notFound());
  const granted = await hasEventAccess(db, found.categoryId, actor.organizationId);
  authorize(actor, 'event-topic.read', { organizationId: found.organizationId, granted });
  const open = countOpenAbout(db, found.id);
  const kafka = await db
    .selectFrom('resources')
    .select(['certificates', open.as('open')])
    .where('id', '=', found.kafkaEnvId)
    .executeTakeFirst();
  return {
    ...found,
    environments: [...environments],
    openDifferences: may(actor, 'kafka-difference.read') ? Number(kafka?.open ?? 0) : null,
    certificates: (kafka?.certificates ?? []).map(({ name, certificate }) => ({ name, certificate })),
  };
};

export const eventTopicQueries = [
  ...listRoutes(listEventTopics, {
    action: 'event-topic.list',
    summary: 'The topics, of one category or organization or of all',
    pageSize: eventTopicPageSize,
    read: async ({ actor, query: { page, sort, order, categoryId, organizationId, search }, services }, size) => {
      authorizeOpenly(actor, 'event-topic.list');
      const filters = { categoryId, organizationId, words: containing(search) };
      const { rows, total } = await readEventTopics(services.db, filters, { page, size, sort: orders[sort], order });
      return { topics: rows.map(rowOf), total, page };
    },
    rowsOf: ({ topics }) => topics,
    csv: {
      name: 'event-topics.csv',
      columns: {
        Id: ({ id }) => String(id),
        'Topic Name': ({ name }) => name,
        Organization: ({ organization }) => organization.name,
        'Event Category': ({ category }) => category.name,
        'Kafka Environment': ({ kafkaEnv }) => kafkaEnv.name,
        State: ({ state }) => state,
      },
    },
  }),
  route(readTopicAtBroker, {
    limit: 'try-it',
    action: 'event-topic.save',
    summary: 'What a Kafka has under the name of a topic: settings, rights and groups of readers. It changes nothing',
    handle: async ({ actor, services, query: { kafkaEnvId, name } }) => {
      authorizeOpenly(actor, 'event-topic.save');
      return { found: await topicAtBrokerOf(services, kafkaEnvId, name) };
    },
  }),
  route(getEventTopicOf, {
    action: 'event-topic.read',
    summary: "An organization's topic of an event category",
    handle: async (request) => {
      const { services, query } = request;
      const { found, environments } = await findTopicOf(services.db, query, query.env);
      return await shown(request, found, environments);
    },
  }),
  route(getEventTopic, {
    action: 'event-topic.read',
    summary: 'One topic, by its number or by organizationId;categoryId',
    handle: async (request) => {
      const { services, parameters, query } = request;
      const key = readTopicKey(parameters.id);
      if (key.id !== undefined) return await shown(request, await findEventTopic(services.db, key.id));
      const { found, environments } = await findTopicOf(services.db, key, query.env);
      return await shown(request, found, environments);
    },
  }),
  route(listEventTopicChanges, {
    action: 'event-topic.history',
    summary: 'Who changed what about a topic, the newest first',
    handle: async ({ actor, services, parameters: { id } }) => {
      authorizeOpenly(actor, 'event-topic.history');
      if (!(await findEventTopic(services.db, id))) throw new RefusedError(notFound());
      return await ownHistoryOf(services, eventTopicHistory, id, historyLength);
    },
  }),
];
