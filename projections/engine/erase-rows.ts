import type { KeyPart, Rows } from './rows.ts';

/**
 * Replaces the values of an erased person in rows. The result does not depend on whether the person's key still exists, so
 * a rebuild makes the same rows.
 *
 * @param column one of the table's `lookups`.
 */
export const eraseRows = async <R extends object>(
  rows: Rows<R>,
  column: keyof R & string,
  value: KeyPart,
  blank: (row: Readonly<R>) => Partial<R>,
): Promise<void> => {
  for (const row of await rows.where(column, value)) rows.put({ ...row, ...blank(row) });
};
