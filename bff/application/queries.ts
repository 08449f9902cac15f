import type { Kysely } from 'kysely';
import * as z from 'zod';
import { applicationOption } from '#domain/application/schema.ts';
import { hasRole } from '#domain/core/actor.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { route } from '../http/route.ts';

/** Returns an application for commands, or undefined. */
export const findApplication = async (db: Kysely<ReadTables>, id: number) => {
  const row = await db
    .selectFrom('applications')
    .select(['id', 'organization_id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, organizationId: row.organization_id, name: row.name };
};

export const applicationQueries = [
  route({
    method: 'get',
    path: '/api/my-apps',
    action: 'application.list',
    summary: 'The applications that the user may publish for: those they maintain, all for a portal administrator',
    response: z.array(applicationOption),
    handle: async ({ services, actor }) => {
      const all = services.db.selectFrom('applications').select(['id', 'name']).orderBy('name').orderBy('id');
      if (hasRole(actor, 'ROLE_PORTAL_ADMIN')) return await all.execute();
      return actor.ownerApps.length === 0 ? [] : await all.where('id', 'in', actor.ownerApps).execute();
    },
  }),
];
