import type { KeyPart, Rows } from './rows.ts';

/**
 * Replaces what rows say about a person who is erased. It is the same whether the person's key still opens the events
 * before or not, so a rebuild makes the same rows.
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
