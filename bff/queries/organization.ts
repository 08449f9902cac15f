import type { Kysely } from 'kysely';
import * as z from 'zod';
import { organizationOption } from '#domain/organization/schema.ts';
import type { ReadTables } from '#projections/tables.ts';
import { route } from '../http/route.ts';

/** An organization as commands need it; undefined when there is none. */
export const findOrganization = async (db: Kysely<ReadTables>, id: number) =>
  await db.selectFrom('organizations').select(['id', 'name', 'external']).where('id', '=', id).executeTakeFirst();

export const organizationQueries = [
  route({
    method: 'get',
    path: '/api/all-organizations',
    action: 'organization.list',
    summary: 'Id and name of every organization',
    answer: z.array(organizationOption),
    handle: async ({ services }) =>
      await services.db
        .selectFrom('organizations')
        .select(['id', 'name', 'external'])
        .orderBy('name')
        .orderBy('id')
        .execute(),
  }),
];
