import * as z from 'zod';
import { codeOf } from '#platform/error-code.ts';
import { invalidField } from '../input/invalid.ts';

/** A row's place in a list: the text of the value that is sorted by (null for none), and of the id. */
type Place = Readonly<{ key: string | null; id: string }>;

/** Where a page begins, or ends. */
export type Cursor = Place & Readonly<{ side: 'after' | 'before' }>;

/** The parameters of a call that name a place. */
export type CursorQuery = Readonly<{ after?: string | undefined; before?: string | undefined }>;

/** The sorted column, the value, the id. */
const content = z.tuple([z.string(), z.nullable(z.string()), z.string()]);

const invalid = (side: Cursor['side']) => invalidField(side, 'list.cursor-invalid');

/** Returns what names a place in a list that is sorted by a column. Only `cursorOf` reads it. */
export const cursorText = (sort: string, { key, id }: Place): string =>
  Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');

/**
 * Returns the place that a query names; undefined for none.
 *
 * @param isFilled the sorted column is null in no row.
 * @throws RefusedError at the parameter: for a text that no list gave, of a list that is sorted by another column, or when both
 * are given.
 */
export const cursorOf = ({ after, before }: CursorQuery, sort: string, isFilled: boolean): Cursor | undefined => {
  const side = before === undefined ? 'after' : 'before';
  const text = before ?? after;
  if (text === undefined) return undefined;
  if (before !== undefined && after !== undefined) throw invalid('before');
  let given: unknown;
  try {
    given = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalid(side);
  }
  const { data } = content.safeParse(given);
  if (data?.[0] !== sort || (isFilled && data[1] === null)) throw invalid(side);
  return { side, key: data[1], id: data[2] };
};

/** Runs a statement with a place. Refuses a place whose value the column can't have (class 22 of Postgres: wrong data). */
export const fromPlace = async <Result>(
  cursor: Pick<Cursor, 'side'> | undefined,
  run: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await run();
  } catch (error) {
    if (cursor && codeOf(error).startsWith('22')) throw invalid(cursor.side);
    throw error;
  }
};

/** A page of a list that grows by itself. `start`: how many rows of the list are before it. */
export type GrowingPage<Row> = Readonly<{
  rows: Row[];
  total: number;
  page: number;
  start: number;
  next: string | null;
  previous: string | null;
}>;

/**
 * Returns a page with its number and what leads to its neighbors.
 *
 * @param found     the rows in order, each with the text of the value that is sorted by.
 * @param preceding rows before the ones that were asked for; with a cursor as `keyset` counts them.
 */
export const growingPage = <Row extends { id: number | string }>(
  found: readonly Readonly<{ row: Row; key: string | null }>[],
  {
    total,
    preceding,
    size,
    sort,
    cursor,
  }: Readonly<{ total: number; preceding: number; size: number; sort: string; cursor: Cursor | undefined }>,
): GrowingPage<Row> => {
  const start = cursor?.side === 'before' ? preceding - found.length : preceding;
  const [first, last] = [found[0], found.at(-1)];
  const textOf = ({ row, key }: (typeof found)[number]) => cursorText(sort, { key, id: String(row.id) });
  return {
    rows: found.map(({ row }) => row),
    total,
    // The number that leads here now. Nothing after the last row: a number past the end.
    page: first || start === 0 ? Math.floor(start / size) : Math.ceil(start / size),
    start,
    next: last && start + found.length < total ? textOf(last) : null,
    previous: first && start > 0 ? textOf(first) : null,
  };
};
