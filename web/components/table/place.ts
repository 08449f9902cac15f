/**
 * Where the rows of a page stand, as a list that grows by itself says it: how many rows are before them, and what leads to their
 * neighbors. A list that has only page numbers says nothing.
 */
export type Place = Readonly<{
  page?: number;
  start?: number | undefined;
  next?: string | null;
  previous?: string | null;
  /** There are more rows than the total says. */
  isLeast?: boolean | undefined;
}>;

/** The page after, or before, a row. */
export type Beside = Readonly<{ after: string } | { before: string }>;

/**
 * Returns the number of a page without rows, for `RowsGone`: past the end, or -1 when all rows before a place are gone.
 */
export const gonePage = ({ page, start }: Place, params: Readonly<{ page: number; before?: string | undefined }>) => {
  if (start === undefined) return params.page;
  return params.before === undefined ? (page ?? params.page) : -1;
};
