import { sql } from 'kysely';
import { accessTo, type Use } from '../sql/uses.ts';

/** Everything that can belong to an event category. One with any of it can't be removed. */
export const eventCategoryUses: readonly Use[] = [
  {
    kind: 'topics',
    table: 'event_topics',
    count: (id) => sql`select count(*) from event_topics where category_id = ${id}`,
  },
  ...accessTo('event_category_id'),
];
