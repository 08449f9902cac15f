import type { Environment } from '#domain/core/environment.ts';
import { apisTable } from './apis.ts';
import { consumersTable } from './consumers.ts';
import { deploymentsTable } from './deployments.ts';
import { integer, nullable, text, timestamptz, uuid } from './engine/column.ts';
import { timeOf } from './engine/own-stream.ts';
import type { ProjectionPart } from './engine/projection.ts';
import { table } from './engine/table.ts';

/** One row for each view of a credential. It keeps the key's names, because keys, APIs and deployments may be removed. */
const viewsTable = table('credential_views', {
  key: ['id'],
  columns: {
    /** The event's id. */
    id: uuid(),
    consumer_id: integer(),
    /** The key's nickname; '' for a key without one. */
    consumer_name: text(),
    /** Null if the key had been removed. */
    api_id: nullable(integer()),
    api_name: text(),
    environment: nullable(text<Environment>()),
    /** The organization of the key. */
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

export const credentialViews = {
  tables: [viewsTable],
  on: {
    CredentialRevealed: async (event, batch) => {
      const { consumerId } = event.data;
      const key = await batch.rows(consumersTable).get(consumerId);
      const api = key && (await batch.rows(apisTable).get(key.api_id));
      const deployment = key && (await batch.rows(deploymentsTable).get(key.deployment_id));
      batch.rows(viewsTable).put({
        id: event.id,
        consumer_id: consumerId,
        consumer_name: key?.nickname ?? '',
        api_id: key?.api_id ?? null,
        api_name: api?.name ?? '',
        environment: deployment?.environment ?? null,
        organization_id: key?.organization_id ?? null,
        user_id: event.meta.actor.userId,
        client_address: event.meta.client?.address ?? '',
        viewed_at: timeOf(event),
      });
    },
  },
} satisfies ProjectionPart;
