import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../layout/query-view.tsx';
import { KeepFocus } from '../ui/keep-focus.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { AddressChange } from './address-change.ts';
import { ListBar, type ListSearch } from './list-bar.tsx';
import { NoMatch } from './no-match.tsx';
import { Pagination } from './pagination.tsx';
import type { ToPage } from './past-the-end.tsx';
import { RowsGone } from './rows-gone.tsx';

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';

const CardsSkeleton = ({ cards }: { cards: number }) => (
  <div className={grid}>
    {Array.from({ length: cards }, (_, slot) => slot).map((slot) => (
      <Skeleton key={slot} className="late h-[158px] w-full rounded-card" />
    ))}
  </div>
);

type Props<Params extends { page: number }, Data extends { total: number; page: number }, Row> = Readonly<{
  /** The name of the pages. */
  label: string;
  /** The result of `useListParams`. */
  list: readonly [Params, (patch: Partial<Params>, how?: AddressChange) => void];
  search: ListSearch;
  /** Filters, and the order. */
  filters: ReactNode;
  /** The parameters of the unfiltered list. */
  unfiltered: Partial<Params>;
  /** Returns the text for a number of rows. */
  results: (count: number) => string;
  /** Address of all matching rows as a file. */
  csvUrl: string;
  query: UseQueryResult<Data>;
  /** Title of the error, if the general one is not enough. */
  errorTitle?: string | undefined;
  rows: (data: Data) => readonly Row[];
  pageSize: number;
  card: (row: Row) => ReactNode;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
}>;

/** The frame of a list of cards: a bar with search, filters and the number of rows, then the cards and their pages. */
export const CardScreen = <
  Params extends { page: number },
  Data extends { total: number; page: number },
  Row extends { id: number },
>({
  label,
  list: [params, setParams],
  search,
  filters,
  unfiltered,
  results,
  csvUrl,
  query,
  errorTitle,
  rows,
  pageSize,
  card,
  empty,
}: Props<Params, Data, Row>) => {
  const isFiltered = (Object.keys(unfiltered) as (keyof Params)[]).some((key) => params[key] !== unfiltered[key]);
  if (query.data?.total === 0 && !isFiltered) return <KeepFocus>{empty}</KeepFocus>;
  return (
    <KeepFocus>
      <ListBar search={search} results={query.data && results(query.data.total)} csvUrl={csvUrl}>
        {filters}
      </ListBar>
      <QueryView query={query} skeleton={<CardsSkeleton cards={pageSize} />} errorTitle={errorTitle}>
        {(data) => {
          const shown = rows(data);
          const { total, page } = data;
          const toPage: ToPage = (next, how) => setParams({ page: next } as Partial<Params>, how);
          if (shown.length === 0 && total === 0) return <NoMatch onClear={() => setParams(unfiltered)} />;
          if (shown.length === 0)
            return (
              <RowsGone
                page={page}
                pageSize={pageSize}
                total={total}
                isLoading={query.isPlaceholderData}
                onPage={toPage}
              />
            );
          return (
            <>
              <ul
                className={`${grid} transition-opacity data-stale:opacity-60`}
                data-stale={query.isPlaceholderData || undefined}
                aria-busy={query.isPlaceholderData}
              >
                {shown.map((row) => (
                  <li key={row.id} className="grid min-w-0">
                    {card(row)}
                  </li>
                ))}
              </ul>
              {total > pageSize && (
                <Pagination label={label} page={page} pageSize={pageSize} total={total} onPage={toPage} />
              )}
            </>
          );
        }}
      </QueryView>
    </KeepFocus>
  );
};
