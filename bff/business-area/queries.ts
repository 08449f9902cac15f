import type { Kysely } from 'kysely';
import * as z from 'zod';
import { businessAreaOption } from '#domain/business-area/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { route } from '../http/route.ts';

/** Returns a business area, or undefined. */
export const findBusinessArea = async (db: Kysely<ReadTables>, id: number) =>
  await db.selectFrom('business_areas').select(['id', 'name']).where('id', '=', id).executeTakeFirst();

export const businessAreaQueries = [
  route({
    method: 'get',
    path: '/api/business-areas',
    action: 'business-area.list',
    summary: 'All business areas, by name',
    response: z.array(businessAreaOption),
    handle: async ({ services }) =>
      await services.db.selectFrom('business_areas').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
  }),
];
