import type { Pool } from '#platform/database.ts';
import { physicalName } from '#projections/engine/table.ts';
import type { ProjectedTables } from '#projections/read-tables.ts';

/** What a column that a test does not care about holds. */
const filler = (type: string): unknown => {
  if (type.endsWith('[]') || type === 'jsonb') return [];
  if (type === 'boolean') return false;
  if (type === 'uuid') return '5f0c1d5e-7d0f-4a58-9c3f-0d6f1f6d1c01';
  if (type.startsWith('timestamp')) return '2026-01-01T00:00:00Z';
  return type === 'text' ? '' : 1;
};

/** Puts rows with the same columns into a read table. Columns that must have a value and are not told get a filler. */
export const insertRows = async (
  pool: Pool,
  table: keyof ProjectedTables,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  const physical = physicalName(table, 1);
  const { rows: columns } = await pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attnotnull and attgenerated = ''`,
    [physical],
  );
  const fillers = Object.fromEntries(columns.map(({ name, type }) => [name, filler(type)]));
  const names = Object.keys({ ...fillers, ...rows[0] }).map((name) => `"${name}"`);
  await pool.query(
    `insert into ${physical} (${names}) select ${names} from json_populate_recordset(null::${physical}, $1)`,
    [JSON.stringify(rows.map((row) => ({ ...fillers, ...row })))],
  );
};
