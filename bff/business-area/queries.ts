import type { Kysely } from 'kysely';
import * as z from 'zod';
import { businessAreaHistory } from '#domain/business-area/history.ts';
import { businessAreaRow } from '#domain/business-area/row.ts';
import { businessAreaChange } from '#domain/business-area/schema.ts';
import { idParameter } from '#domain/core/id.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { ownHistoryOf } from '../history/newest-entries.ts';
import { authorizeOpenly, route } from '../http/route.ts';

const columns = ['id', 'name', 'description', 'stream_version as basedOn'] as const;

/** Undefined when there is none. */
export const findBusinessArea = async (db: Kysely<ReadTables>, id: number) =>
  await db.selectFrom('business_areas').select(columns).where('id', '=', id).executeTakeFirst();

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 20;

export const businessAreaQueries = [
  route({
    method: 'get',
    path: '/api/business-areas',
    action: 'business-area.list',
    summary: 'All business areas, by name',
    response: z.array(businessAreaRow),
    handle: async ({ services }) =>
      await services.db.selectFrom('business_areas').select(columns).orderBy('name').orderBy('id').execute(),
  }),
  route({
    method: 'get',
    path: '/api/business-area/{id}/history',
    action: 'business-area.history',
    summary: 'Who changed what about a business area, the newest first',
    parameters: z.object({ id: idParameter }),
    response: z.array(businessAreaChange),
    handle: async ({ actor, services, parameters: { id } }) => {
      authorizeOpenly(actor, 'business-area.history');
      if (!(await findBusinessArea(services.db, id))) throw new RefusedError(notFound());
      return await ownHistoryOf(services.db, businessAreaHistory, id, historyLength);
    },
  }),
];
