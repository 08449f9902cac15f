import type { AuditRow } from '#domain/audit/schema.ts';
import type { HistoryValue } from '#domain/core/changes.ts';
import type { Services } from '../http/services.ts';
import type { Sight } from './row.ts';

type Told = Readonly<{ field: string; value: HistoryValue }>;

/**
 * Returns the value of a field for its reader: an organization's name instead of its number. Readers of one organization are told the
 * name of no other.
 *
 * @param told the fields that will be asked for.
 */
export const organizationNames = async (
  { db }: Services,
  { only }: Sight,
  told: readonly Told[],
): Promise<<Value extends HistoryValue>(field: string, value: Value) => Value | string> => {
  const ids = told.flatMap(({ field, value }) =>
    field === 'organization' && typeof value === 'number' && (only === undefined || only === value) ? [value] : [],
  );
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('organizations').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (field, value) =>
    field === 'organization' && typeof value === 'number' ? (names.get(value) ?? `#${value}`) : value;
};

/** Returns an entry with the names of organizations in its values and changes. */
export const withNames = async (services: Services, sight: Sight, entry: AuditRow): Promise<AuditRow> => {
  const values = Object.entries(entry.values).map(([field, value]) => ({ field, value }));
  const changes = entry.changes.flatMap(({ field, from, to }) => [from, to].map((value) => ({ field, value })));
  const textOf = await organizationNames(services, sight, [...values, ...changes]);
  return {
    ...entry,
    values: Object.fromEntries(values.map(({ field, value }) => [field, textOf(field, value)])),
    changes: entry.changes.map(({ field, from, to }) => ({ field, from: textOf(field, from), to: textOf(field, to) })),
  };
};
