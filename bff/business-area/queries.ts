import type { Kysely } from 'kysely';
import { getBusinessArea, listBusinessAreaChanges, searchBusinessAreas } from '#domain/business-area/calls.ts';
import { businessAreaHistory } from '#domain/business-area/history.ts';
import { businessAreaPageSize } from '#domain/business-area/limits.ts';
import type { BusinessAreaListQuery } from '#domain/business-area/schema.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { listRoutes } from '../http/list-routes.ts';
import { pageOf } from '../http/page.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { containing } from '../sql/containing.ts';
import { ownHistoryOf } from '../sql/newest-entries.ts';
import type { Given } from '../sql/statement.ts';
import { findBusinessArea, selectBusinessAreas } from './row.ts';

/** The panel shows the newest entries. More would not be read there. */
const historyLength = 20;

const readBusinessAreas = pageOf((db, { words }: Given<{ words: string | undefined }>) =>
  selectBusinessAreas(db)
    .select('sort_name')
    .$if(words !== undefined, (list) => list.where('search', 'like', words as NonNullable<typeof words>)),
);

const orders = { id: 'id', name: 'sort_name' } as const satisfies Record<BusinessAreaListQuery['sort'], string>;

/** @throws RefusedError 404 when there is none */
const readOne = async (db: Kysely<ReadTables>, id: number) => {
  const found = await findBusinessArea(db, id);
  if (!found) throw new RefusedError(notFound());
  return found;
};

export const businessAreaQueries = [
  ...listRoutes(searchBusinessAreas, {
    action: 'business-area.list',
    summary: 'The business areas, with a search',
    pageSize: businessAreaPageSize,
    read: async ({ query: { page, sort, order, name }, services }, size) => {
      const filters = { words: containing(name) };
      const { rows, total } = await readBusinessAreas(services.db, filters, { page, size, sort: orders[sort], order });
      return {
        areas: rows.map(({ id, name, description, basedOn }) => ({ id, name, description, basedOn })),
        total,
        page,
      };
    },
    rowsOf: ({ areas }) => areas,
    csv: {
      name: 'business-areas.csv',
      columns: {
        Id: ({ id }) => String(id),
        Name: ({ name }) => name,
        Description: ({ description }) => description,
      },
    },
  }),
  route(getBusinessArea, {
    action: 'business-area.list',
    summary: 'One business area',
    handle: async ({ services, parameters: { id } }) => await readOne(services.db, id),
  }),
  route(listBusinessAreaChanges, {
    action: 'business-area.history',
    summary: 'Who changed what about a business area, the newest first',
    handle: async ({ actor, services, parameters: { id } }) => {
      authorizeOpenly(actor, 'business-area.history');
      await readOne(services.db, id);
      return await ownHistoryOf(services, businessAreaHistory, id, historyLength);
    },
  }),
];
