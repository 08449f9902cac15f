import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { AddressChange } from './address-change.ts';
import { DataTable, type DataTableProps, type TableParams } from './data-table.tsx';
import { ListBar, type ListSearch } from './list-bar.tsx';
import type { Place } from './place.ts';

type Props<Params extends TableParams, Data extends { total: number } & Place, Row> = Omit<
  DataTableProps<Data, Row>,
  'rowId' | 'params' | 'onParams' | 'onClearFilters'
> &
  Readonly<{
    /** The result of `useListParams`. */
    list: readonly [Params, (patch: Partial<Params>, how?: AddressChange) => void];
    search?: ListSearch;
    /** Filters, such as `ChoiceFilter`. */
    filters?: ReactNode;
    /** The parameters of the unfiltered list. */
    unfiltered: Partial<Params>;
    /** Returns the text for a number of rows. */
    results: (count: number) => string;
    /** Address of all matching rows as a file. */
    csvUrl?: string;
    /** Content between the bar and the table. */
    children?: ReactNode;
  }>;

/**
 * The frame of every list in the portal: a bar with search, filters and the number of rows, then the table. The state
 * is in the address (`useListParams`).
 */
export const ListScreen = <
  Params extends TableParams,
  Data extends { total: number } & Place,
  Row extends RowData & { id: string | number },
>({
  list: [params, setParams],
  search,
  filters,
  unfiltered,
  results,
  csvUrl,
  children,
  query,
  ...table
}: Props<Params, Data, Row>) => {
  const isFiltered = (Object.keys(unfiltered) as (keyof Params)[]).some((key) => params[key] !== unfiltered[key]);
  return (
    <>
      <ListBar search={search} results={query.data && results(query.data.total)} csvUrl={csvUrl}>
        {filters}
      </ListBar>
      {children}
      <DataTable
        {...table}
        query={query}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch, how) => setParams(patch as Partial<Params>, how)}
        onClearFilters={isFiltered ? () => setParams(unfiltered) : undefined}
      />
    </>
  );
};
