import { createColumnHelper, type RowData, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { Named } from '../text/told-apart.tsx';

/** A column, as a screen defines it. Build the list inside the component, so that its texts follow the language. */
export type Column<Row> = Readonly<{
  /** For a sortable column, the field that the server sorts by. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Names the thing of this cell. Things of one name get a second text beside the cell. */
  named?: (row: Row) => Named;
  sortable?: boolean;
  /** Use `end` for numbers and dates. */
  align?: 'start' | 'end';
}>;

export const features = tableFeatures({
  rowSortingFeature,
  columnMeta: {} as { align: 'start' | 'end'; header: string },
});

/** Converts columns for TanStack Table. The server sorts. */
export const columnDefsOf = <Row extends RowData>(columns: readonly Column<Row>[]) => {
  const helper = createColumnHelper<typeof features, Row>();
  return columns.map(({ id, header, sortable = false, align = 'start' }) =>
    helper.accessor((row): unknown => row, {
      id,
      header,
      enableSorting: sortable,
      meta: { align, header },
    }),
  );
};
