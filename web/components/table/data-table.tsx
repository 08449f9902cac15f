import type { UseQueryResult } from '@tanstack/react-query';
import { type RowData, useTable } from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../layout/error-notice.tsx';
import { toldApart, WithSecond } from '../text/told-apart.tsx';
import { cn } from '../ui/cn.ts';
import { KeepFocus } from '../ui/keep-focus.tsx';
import { Table, TableCell, TableHead, TableRow } from '../ui/table.tsx';
import type { AddressChange } from './address-change.ts';
import { type Column, columnDefsOf, features } from './column.ts';
import { NoMatch } from './no-match.tsx';
import { Pagination } from './pagination.tsx';
import { gonePage, type Place } from './place.ts';
import { RowsGone } from './rows-gone.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortHeader } from './sort-header.tsx';
import { TableFrame } from './table-frame.tsx';

export type TableParams = Readonly<{
  page: number;
  sort: string;
  order: 'asc' | 'desc';
  after?: string | undefined;
  before?: string | undefined;
}>;

export type DataTableProps<Data extends { total: number } & Place, Row> = Readonly<{
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  query: UseQueryResult<Data>;
  /** Title of the error, if the general one is not enough. */
  errorTitle?: string;
  rows: (data: Data) => readonly Row[];
  rowId: (row: Row) => string | number;
  params: TableParams;
  onParams: (patch: Partial<TableParams>, how?: AddressChange) => void;
  pageSize: number;
  /** Content at the end of a row: a menu or icons. */
  rowActions?: (row: Row) => ReactNode;
  /** A check box at the start of a row. `header` is for screen readers. */
  rowStart?: Readonly<{ header: string; cell: (row: Row) => ReactNode }>;
  /** Shown if there are no rows at all. */
  empty: ReactNode;
  /** Set while filters are on. An empty result then shows another text, with a button that calls this. */
  onClearFilters?: (() => void) | undefined;
}>;

const none: never[] = [];
const actionsId = 'actions';
const startId = 'start';
/** Columns without a heading that people see. */
const unnamed: readonly string[] = [actionsId, startId];
/** A row's actions stay in sight while a wide table scrolls. */
const inSight = 'sm:group-data-wide/frame:sticky sm:group-data-wide/frame:end-0 sm:group-data-wide/frame:border-s';

/** Returns a function that tells the second text of a cell, if another row shows another thing of the same name there. */
const secondsOf = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]) => {
  const byColumn = new Map(
    columns.flatMap(({ id, named }) => (named ? [[id, toldApart(rows.map(named))] as const] : [])),
  );
  return (column: Column<Row> | undefined, row: Row): string | undefined =>
    column?.named && byColumn.get(column.id)?.get(column.named(row).id);
};

const Content = <Data extends { total: number } & Place, Row extends RowData>(props: DataTableProps<Data, Row>) => {
  const {
    label,
    columns,
    query,
    errorTitle,
    rows,
    rowId,
    params,
    onParams,
    pageSize,
    rowActions,
    rowStart,
    empty,
    onClearFilters,
  } = props;
  const { t } = useTranslation();
  const shown = useMemo((): readonly Column<Row>[] => {
    const start: Column<Row>[] = rowStart ? [{ id: startId, ...rowStart }] : [];
    const end: Column<Row>[] = rowActions
      ? [{ id: actionsId, header: t('common.actions'), cell: rowActions, align: 'end' }]
      : [];
    return [...start, ...columns, ...end];
  }, [columns, rowActions, rowStart, t]);
  const defs = useMemo(() => columnDefsOf(shown), [shown]);
  const { data } = query;
  const items = useMemo(() => (data === undefined ? none : [...rows(data)]), [data, rows]);
  const secondOf = useMemo(() => secondsOf(shown, items), [shown, items]);
  const table = useTable({
    features,
    columns: defs,
    data: items,
    getRowId: (row) => String(rowId(row)),
    manualSorting: true,
    state: { sorting: [{ id: params.sort, desc: params.order === 'desc' }] },
  });

  if (data === undefined && query.isError)
    return (
      <ErrorNotice
        error={query.error}
        onRetry={() => void query.refetch()}
        {...(errorTitle ? { title: errorTitle } : {})}
      />
    );
  if (data && data.total > 0 && items.length === 0)
    return (
      <RowsGone
        page={gonePage(data, params)}
        pageSize={pageSize}
        total={data.total}
        isLoading={query.isPlaceholderData}
        onPage={(page, how) => onParams({ page }, how)}
      />
    );
  if (data?.total === 0) return onClearFilters ? <NoMatch onClear={onClearFilters} /> : empty;

  const sortBy = (id: string) => {
    onParams({ sort: id, order: params.sort === id && params.order === 'asc' ? 'desc' : 'asc' });
  };

  return (
    // A grid: what clips would else make its column as wide as the table, and the page with it.
    <div className="grid grid-cols-1 gap-3">
      <TableFrame>
        <Table
          aria-label={label}
          aria-busy={data === undefined || query.isPlaceholderData}
          className={cn('transition-opacity', query.isPlaceholderData && 'opacity-60')}
        >
          <thead className="max-sm:sr-only">
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map(({ id, column }) => {
                  const direction = column.getCanSort() && params.sort === id ? params.order : undefined;
                  const meta = column.columnDef.meta;
                  return (
                    <TableHead
                      key={id}
                      aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
                      className={cn(
                        'z-10 not-group-data-wide/frame:sticky not-group-data-wide/frame:top-(--header-offset)',
                        meta?.align === 'end' && 'text-end',
                        id === actionsId && inSight,
                      )}
                    >
                      {column.getCanSort() ? (
                        <SortHeader
                          text={meta?.header ?? ''}
                          direction={direction}
                          align={meta?.align ?? 'start'}
                          onSort={() => sortBy(id)}
                        />
                      ) : (
                        <span className={unnamed.includes(id) ? 'sr-only' : undefined}>{meta?.header}</span>
                      )}
                    </TableHead>
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-3">
            {data === undefined ? (
              <SkeletonRows columns={defs.length} />
            ) : (
              table.getRowModel().rows.map((row) => (
                <TableRow
                  key={row.id}
                  className="relative max-sm:grid max-sm:rounded-card max-sm:border max-sm:border-border max-sm:bg-surface max-sm:py-2"
                >
                  {row.getAllCells().map((cell, index) => {
                    const meta = cell.column.columnDef.meta;
                    return (
                      <TableCell
                        key={cell.id}
                        className={cn(
                          'max-sm:flex max-sm:h-auto max-sm:max-w-none max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:border-0 max-sm:px-4 max-sm:py-1 max-sm:has-[>div:empty]:hidden',
                          meta?.align === 'end' && 'text-end tabular-nums',
                          cell.column.id === actionsId &&
                            cn('max-sm:justify-end sm:group-data-wide/frame:bg-surface', inSight),
                          cell.column.id === startId && 'max-sm:justify-start sm:w-4',
                        )}
                      >
                        {!unnamed.includes(cell.column.id) && (
                          <span className="shrink-0 text-muted text-xs sm:hidden">{meta?.header}</span>
                        )}
                        {/* Called as a function, not rendered as a component: a new list of columns must not remount open menus. */}
                        <div className="min-w-0 truncate [&>:is(bdi,span[dir]:not(.inline-flex))]:block [&>:is(bdi,span[dir]:not(.inline-flex))]:truncate">
                          <WithSecond second={secondOf(shown[index], row.original)}>
                            {shown[index]?.cell(row.original)}
                          </WithSecond>
                        </div>
                      </TableCell>
                    );
                  })}
                </TableRow>
              ))
            )}
          </tbody>
        </Table>
      </TableFrame>
      {data && data.total > pageSize && (
        <Pagination
          page={params.page}
          pageSize={pageSize}
          total={data.total}
          onPage={(page) => onParams({ page })}
          label={label}
          beside={{ place: data, rows: items.length, onBeside: onParams }}
        />
      )}
    </div>
  );
};

/** A paged table from the server: sortable headers, sticky header, one line in each cell, cards below 640 px. */
export const DataTable = <Data extends { total: number } & Place, Row extends RowData>(
  props: DataTableProps<Data, Row>,
) => (
  <KeepFocus>
    <Content {...props} />
  </KeepFocus>
);
