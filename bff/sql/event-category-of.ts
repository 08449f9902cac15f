import { type Expression, sql } from 'kysely';

/** Returns the columns of the event category that a row is about. A removed one has the name that it had last. */
export const eventCategoryColumns = (id: Expression<number | null>) =>
  [
    sql<string | null>`(select name from operation_subjects where id = 'event-category-' || ${id})`.as('category_name'),
    sql<boolean>`exists (select from event_categories where id = ${id})`.as('category_exists'),
  ] as const;

type Row = Readonly<{ event_category_id: number | null; category_name: string | null; category_exists: boolean }>;

/** Returns the event category that a row is about; null for a row about something else. */
export const eventCategoryOf = ({ event_category_id: id, category_name: name, category_exists: exists }: Row) =>
  id === null ? null : { id, name: name ?? '', deleted: !exists };
