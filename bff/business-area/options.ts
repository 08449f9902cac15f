import { listBusinessAreas } from '#domain/business-area/list-calls.ts';
import { route } from '../http/route.ts';
import { selectBusinessAreas } from './row.ts';

/** All of them at once, for menus. */
export const businessAreaOptionQueries = [
  route(listBusinessAreas, {
    action: 'business-area.list',
    summary: 'All business areas, by name',
    handle: async ({ services }) => await selectBusinessAreas(services.db).orderBy('name').orderBy('id').execute(),
  }),
];
