import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps, type TableParams } from './data-table.tsx';
import { ListBar, type ListSearch } from './list-bar.tsx';

type Props<Params extends TableParams, Data extends { total: number }, Row> = Omit<
  DataTableProps<Data, Row>,
  'rowId' | 'params' | 'onParams' | 'onClearFilters'
> &
  Readonly<{
    /** As `useListParams` gives it. */
    list: readonly [Params, (patch: Partial<Params>) => void];
    search?: ListSearch;
    /** `ChoiceFilter`s and their like. */
    filters?: ReactNode;
    /** What the parameters are while nothing is filtered. */
    unfiltered: Partial<Params>;
    /** Says how many there are. */
    results: (count: number) => string;
    /** All that the list finds, as a file. */
    csvUrl?: string;
    /** Between the bar and the table. */
    children?: ReactNode;
  }>;

/**
 * Every list of the portal: a bar with search, filters and the number of rows, then the table. Its state is in the
 * address (`useListParams`).
 */
export const ListScreen = <
  Params extends TableParams,
  Data extends { total: number },
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
        onParams={(patch) => setParams(patch as Partial<Params>)}
        onClearFilters={isFiltered ? () => setParams(unfiltered) : undefined}
      />
    </>
  );
};
