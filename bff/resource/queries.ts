import { type Expression, type Kysely, sql } from 'kysely';
import { hasRole } from '#domain/core/actor.ts';
import { listResources } from '#domain/resource/calls.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { route } from '../http/route.ts';
import { type Given, statement } from '../sql/statement.ts';

/** The gateways that an organization may deploy to. @param organizationId undefined for all gateways. */
export const usableGateways = (db: Kysely<ReadTables>, organizationId: Expression<number> | undefined) =>
  db
    .selectFrom('resources')
    .select(['id', 'type', 'name', 'is_public', 'api_url', 'api_ssl_url'])
    .$if(organizationId !== undefined, (all) =>
      all.where(sql<boolean>`(is_public or ${organizationId} = any(organizations))`),
    );

const readGateways = statement((db, { organizationId }: Given<{ organizationId: number | undefined }>, _choices) =>
  usableGateways(db, organizationId).orderBy('name').orderBy('id'),
);

export const resourceQueries = [
  route(listResources, {
    action: 'resource.list',
    summary: 'The gateways that the user may deploy to (type KONG)',
    handle: async ({ services, actor, query }) => {
      if (query.type && query.type !== 'KONG') return [];
      const organizationId = hasRole(actor, 'ROLE_PORTAL_ADMIN') ? undefined : actor.organizationId;
      const rows = await readGateways(services.db, { organizationId }, {});
      return rows.map((row) => ({
        id: row.id,
        type: row.type,
        name: row.name,
        isPublic: row.is_public,
        apiUrl: row.api_url,
      }));
    },
  }),
];
