import type { Kysely } from 'kysely';
import { listBusinessAreaChanges } from '#domain/business-area/calls.ts';
import { listBusinessAreas } from '#domain/business-area/list-calls.ts';
import type { BusinessAreaChange } from '#domain/business-area/schema.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { changeEntry } from '../sql/change-entry.ts';
import { fullName } from '../sql/full-name.ts';

const columns = ['id', 'name', 'description', 'stream_version as basedOn'] as const;

/** Undefined when there is none. */
export const findBusinessArea = async (db: Kysely<ReadTables>, id: number) =>
  await db.selectFrom('business_areas').select(columns).where('id', '=', id).executeTakeFirst();

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 20;

const historyOf = async (db: Kysely<ReadTables>, id: number): Promise<BusinessAreaChange[]> => {
  const rows = await db
    .selectFrom('business_area_history as history')
    .leftJoin('users', 'users.id', 'history.user_id')
    .select(['history.id', 'history.kind', 'history.happened_at', 'history.user_id', 'history.changes'])
    .select(fullName('users').as('user_name'))
    .where('history.business_area_id', '=', id)
    .orderBy('history.happened_at', 'desc')
    .orderBy('history.id')
    .limit(historyLength)
    .execute();
  return rows.map(changeEntry);
};

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
      return await historyOf(services.db, id);
    },
  }),
];
