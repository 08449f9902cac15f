import { sql } from 'kysely';
import type { Use } from '../sql/uses.ts';

/** Everything that can belong to a business area. One with any of it can't be removed. */
export const businessAreaUses: readonly Use[] = [
  { kind: 'apis', table: 'apis', count: (id) => sql`select count(*) from apis where business_area_id = ${id}` },
  {
    kind: 'categories',
    table: 'event_categories',
    count: (id) => sql`select count(*) from event_categories where business_area_id = ${id}`,
  },
];
