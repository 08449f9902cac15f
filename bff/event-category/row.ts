import type { Kysely } from 'kysely';
import type { EventCategoryDetails } from '#domain/event-category/event-category.ts';
import type { EventCategoryRow } from '#domain/event-category/row.ts';
import type { EventCategoryBody, EventCategoryView } from '#domain/event-category/schema.ts';
import type { ReadTables } from '#projections/read-tables.ts';

export const selectEventCategories = (db: Kysely<ReadTables>) =>
  db
    .selectFrom('event_categories')
    .leftJoin('business_areas', 'business_areas.id', 'event_categories.business_area_id')
    .select([
      'event_categories.id',
      'event_categories.name',
      'event_categories.description',
      'event_categories.type',
      'event_categories.business_area_id',
      'business_areas.name as area_name',
      'event_categories.events',
      'event_categories.version',
      'event_categories.changed_at',
      'event_categories.stream_version',
    ]);

type Selected = Awaited<ReturnType<ReturnType<typeof selectEventCategories>['executeTakeFirstOrThrow']>>;

/** Returns a category as the wire has it. */
export const rowOf = (row: Selected): EventCategoryRow => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  businessArea: row.business_area_id,
  businessAreaName: row.area_name ?? '',
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  events: [...row.events],
  basedOn: row.stream_version,
});

/** Undefined when there is none. */
export const findEventCategory = async (db: Kysely<ReadTables>, id: number): Promise<EventCategoryRow | undefined> => {
  const row = await selectEventCategories(db).where('event_categories.id', '=', id).executeTakeFirst();
  return row && rowOf(row);
};

/** Returns one version of a category with its schemas; undefined when there is none. Default: the current version. */
export const findVersion = async (
  db: Kysely<ReadTables>,
  id: number,
  version?: number,
): Promise<EventCategoryView | undefined> => {
  const current = await findEventCategory(db, id);
  const found =
    current &&
    (await db
      .selectFrom('event_category_versions')
      .select(['details', 'version', 'changed_at'])
      .where('event_category_id', '=', id)
      .where('version', '=', version ?? current.version)
      .executeTakeFirst());
  if (!found) return undefined;
  const { businessAreaId, ...details } = found.details;
  return {
    ...current,
    ...details,
    businessArea: businessAreaId,
    version: found.version,
    changedAt: found.changed_at.toISOString(),
  };
};

/** Returns the details that a body asks for. */
export const detailsOf = ({ name, description, type, businessArea, events }: EventCategoryBody) => ({
  name,
  description,
  type,
  businessAreaId: businessArea,
  events,
});

/** Returns what the form of a category shows, by the fields of its body. */
export const formOf = ({ businessAreaId, ...details }: EventCategoryDetails) => ({
  ...details,
  businessArea: businessAreaId,
});
