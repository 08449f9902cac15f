import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { Actor } from '#domain/core/actor.ts';
import { hasRole } from '#domain/core/actor.ts';
import { resourceOption, resourceQuery } from '#domain/resource/schema.ts';
import type { ReadTables } from '#projections/engine/tables.ts';
import { route } from '../http/route.ts';

/** The gateways that this user's organization may deploy to. */
const usableGateways = (db: Kysely<ReadTables>, actor: Actor) => {
  const all = db.selectFrom('resources').select(['id', 'type', 'name', 'is_public', 'api_url', 'api_ssl_url']);
  if (hasRole(actor, 'ROLE_PORTAL_ADMIN')) return all;
  return all.where((where) =>
    where.or([where('is_public', '=', true), sql<boolean>`${actor.organizationId} = any(organizations)`]),
  );
};

/** Returns a gateway that the user may deploy to, or undefined. */
export const findUsableGateway = async (db: Kysely<ReadTables>, actor: Actor, id: number) =>
  await usableGateways(db, actor).where('id', '=', id).executeTakeFirst();

export const resourceQueries = [
  route({
    method: 'get',
    path: '/api/resources',
    action: 'resource.list',
    summary: 'The gateways that the user may deploy to (type KONG)',
    query: resourceQuery,
    response: z.array(resourceOption),
    handle: async ({ services, actor, query }) => {
      if (query.type && query.type !== 'KONG') return [];
      const rows = await usableGateways(services.db, actor).orderBy('name').orderBy('id').execute();
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
