import type { Kysely } from 'kysely';
import { listBusinessAreaChanges } from '#domain/business-area/calls.ts';
import { businessAreaHistory } from '#domain/business-area/history.ts';
import { listBusinessAreas } from '#domain/business-area/list-calls.ts';
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
  route(listBusinessAreas, {
    action: 'business-area.list',
    summary: 'All business areas, by name',
    handle: async ({ services }) =>
      await services.db.selectFrom('business_areas').select(columns).orderBy('name').orderBy('id').execute(),
  }),
  route(listBusinessAreaChanges, {
    action: 'business-area.history',
    summary: 'Who changed what about a business area, the newest first',
    handle: async ({ actor, services, parameters: { id } }) => {
      authorizeOpenly(actor, 'business-area.history');
      if (!(await findBusinessArea(services.db, id))) throw new RefusedError(notFound());
      return await ownHistoryOf(services.db, businessAreaHistory, id, historyLength);
    },
  }),
];
