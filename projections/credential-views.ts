import { type Environment, environments } from '#domain/core/environment.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { apisTable } from './apis.ts';
import { consumersTable } from './consumers.ts';
import { deploymentsTable } from './deployments.ts';
import { integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { byField, table } from './engine/table.ts';
import { resourcesTable } from './resources.ts';

/** Subscriptions of events as they were named, also those that are removed. */
const viewableLoginsTable = table('viewable_logins', {
  key: ['id'],
  columns: { id: integer(), name: text(), topic_name: text(), kafka_env_id: integer(), organization_id: integer() },
  prefetch: { id: byField('eventSubscriptionId') },
});

/**
 * One row for each view of a credential: of a key, or of a subscription's login at Kafka. It keeps the names, because keys, APIs,
 * deployments and subscriptions may be removed.
 */
const viewsTable = table('credential_views', {
  key: ['id'],
  columns: {
    /** The event's id. */
    id: uuid(),
    /** Null for a login at Kafka. */
    consumer_id: nullable(integer()),
    /** Null for a key. */
    subscription_id: nullable(integer()),
    /** The key's nickname, '' for a key without one; or the subscription's name. */
    consumer_name: text(),
    /** Null if the key had been removed, and for a login at Kafka. */
    api_id: nullable(integer()),
    /** The name of the API, or of the topic. */
    api_name: text(),
    environment: nullable(text<Environment>()),
    /** The organization of the key or subscription. */
    organization_id: nullable(integer()),
    /** The person who viewed it, and the address of the call. */
    user_id: integer(),
    client_address: text(),
    viewed_at: timestamptz(),
  },
  generated: {
    sort_consumer: 'fold_text(consumer_name)',
    search: "fold_text(consumer_name || ' ' || api_name || ' ' || client_address)",
  },
  indexes: ['(viewed_at, id)', '(organization_id, viewed_at)', '(user_id)', '(sort_consumer, id)'],
});

/** Returns who viewed it, from where and when. */
const viewOf = (event: RecordedEvent<PorticoEvent>) => ({
  id: event.id,
  user_id: event.meta.actor.userId,
  client_address: event.meta.client?.address ?? '',
  viewed_at: timeOf(event),
});

export const credentialViews = {
  tables: [viewsTable, viewableLoginsTable],
  on: {
    EventSubscriptionRequested: ({ data }, batch) => {
      const { eventSubscriptionId: id, name, topicName, kafkaEnvId, organizationId } = data;
      batch
        .rows(viewableLoginsTable)
        .put({ id, name, topic_name: topicName, kafka_env_id: kafkaEnvId, organization_id: organizationId });
    },
    EventSubscriptionRevealed: async (event, batch) => {
      const { eventSubscriptionId } = event.data;
      const login = await batch.rows(viewableLoginsTable).get(eventSubscriptionId);
      const kafka = login && (await batch.rows(resourcesTable).get(login.kafka_env_id));
      const type = kafka?.configs.find(({ name }) => name === 'envType')?.value;
      batch.rows(viewsTable).put({
        ...viewOf(event),
        consumer_id: null,
        subscription_id: eventSubscriptionId,
        consumer_name: login?.name ?? '',
        api_id: null,
        api_name: login?.topic_name ?? '',
        environment: environments.find((each) => each === type) ?? null,
        organization_id: login?.organization_id ?? null,
      });
    },
    CredentialRevealed: async (event, batch) => {
      const { consumerId } = event.data;
      const key = await batch.rows(consumersTable).get(consumerId);
      const api = key && (await batch.rows(apisTable).get(key.api_id));
      const deployment = key && (await batch.rows(deploymentsTable).get(key.deployment_id));
      batch.rows(viewsTable).put({
        ...viewOf(event),
        consumer_id: consumerId,
        subscription_id: null,
        consumer_name: key?.nickname ?? '',
        api_id: key?.api_id ?? null,
        api_name: api?.name ?? '',
        environment: deployment?.environment ?? null,
        organization_id: key?.organization_id ?? null,
      });
    },
  },
} satisfies ProjectionPart;
