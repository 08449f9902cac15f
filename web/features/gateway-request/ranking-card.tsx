import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ChartRange, chartRanges, type RankedRow, type Ranking } from '#domain/gateway-request/chart.ts';
import type { RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Table, TableCell, TableHead, TableRow } from '../../components/ui/table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { rankingOptions } from './queries.ts';

type Props = Readonly<{
  by: Ranking;
  filter: RequestFilterQuery;
  range: ChartRange;
  /** Statuses from 400 on that occur. While they are not there, no row of `errors` filters: without a status it would show all calls. */
  failures: readonly number[];
  onFilter: (patch: Partial<RequestFilterQuery>) => void;
}>;

/** Returns the filter that shows the calls of a row; undefined when there is none. */
const filterOfRow = (by: Ranking, row: RankedRow, failures: readonly number[]): Partial<RequestFilterQuery> => {
  const { apiId, method, operation, consumerId, clientIp } = row;
  switch (by) {
    case 'apis':
      return { apiId: apiId === null ? [] : [apiId] };
    case 'consumers':
      return { consumerId: consumerId === null ? [] : [consumerId], key: undefined };
    case 'errors':
      return {
        apiId: apiId === null ? [] : [apiId],
        method: method === null || method === 'OTHER' ? [] : [method as RequestFilterQuery['method'][number]],
        operation: operation ?? undefined,
        responseStatusCode: [...failures],
      };
    case 'clients':
      return { clientIp: clientIp ?? undefined };
  }
};

const keyOf = ({ apiId, method, operation, consumerId, clientIp }: RankedRow): string =>
  JSON.stringify([apiId, method, operation, consumerId, clientIp]);

/** A bar that compares a row with the first. */
const Share = ({ part }: { part: number }) => (
  <svg aria-hidden className="h-1.5 w-full rtl:-scale-x-100" preserveAspectRatio="none" viewBox="0 0 100 4">
    <rect width="100" height="4" className="fill-hover" />
    <rect width={Math.max(1, part * 100)} height="4" className="fill-accent" />
  </svg>
);

/** What has most calls, as a table with bars. A row's name shows its calls. */
export const RankingCard = ({ by, filter, range, failures, onFilter }: Props) => {
  const t = useLazyTexts('traffic');
  const format = useFormat();
  const query = useQuery({ ...rankingOptions(by, filter, range), placeholderData: keepPreviousData });
  const title = t(`traffic.top-${by}`);
  const name = (row: RankedRow): { text: string; shown: ReactNode; second?: string | null } => {
    const api = row.apiName ?? '';
    if (by === 'clients')
      return { text: row.clientIp ?? '', shown: <Ltr className="font-mono text-xs">{row.clientIp}</Ltr> };
    if (by === 'consumers') {
      const key = row.keyName ?? t('traffic.key-number', { number: row.consumerId ?? 0 });
      return { text: key, shown: <bdi>{key}</bdi>, second: format.list([row.orgName ?? '', api].filter(Boolean)) };
    }
    if (by === 'apis') return { text: api, shown: <bdi>{api}</bdi> };
    const operation = `${row.method ?? ''} ${row.operation ?? t('traffic.no-operation')}`.trim();
    return { text: operation, shown: <Ltr className="font-mono text-xs">{operation}</Ltr>, second: api };
  };
  return (
    <Card className="min-w-0 p-4">
      <CardTitle level={2}>{title}</CardTitle>
      <QueryView query={query} skeleton={<Skeleton className="late mt-3 h-40 w-full rounded-control" />}>
        {({ from, to, data, isLeast }) => {
          const isLastDayOnly = Date.parse(to) - Date.parse(from) < chartRanges[range].length * 1_000;
          const most = Math.max(1, ...data.map((row) => (by === 'errors' ? row.failures : row.calls)));
          const table =
            data.length === 0 ? (
              <p className="mt-2 text-muted text-table">
                {by === 'errors' ? t('traffic.no-failures') : t('traffic.no-calls')}
              </p>
            ) : (
              <Table aria-label={title} className="mt-2">
                <thead>
                  <tr>
                    <TableHead className="h-7 bg-transparent ps-0 first:ps-0">{t('traffic.name')}</TableHead>
                    <TableHead className="h-7 bg-transparent text-end">{t('traffic.calls')}</TableHead>
                    <TableHead className="h-7 bg-transparent text-end last:pe-0">
                      {by === 'errors' ? t('traffic.failures') : t('traffic.before')}
                    </TableHead>
                  </tr>
                </thead>
                <tbody>
                  {data.map((row) => {
                    const { text, shown, second } = name(row);
                    return (
                      <TableRow key={keyOf(row)}>
                        <TableCell className="h-auto w-full max-w-0 whitespace-normal border-b-0 py-1 first:ps-0">
                          <Button
                            variant="link"
                            title={text}
                            aria-label={t('traffic.only', { name: second ? `${text}, ${second}` : text })}
                            className="block max-w-full truncate text-start text-table"
                            disabled={by === 'errors' && failures.length === 0}
                            onClick={() => onFilter(filterOfRow(by, row, failures))}
                          >
                            {shown}
                          </Button>
                          {second && <bdi className="block truncate text-muted text-xs">{second}</bdi>}
                          <Share part={(by === 'errors' ? row.failures : row.calls) / most} />
                        </TableCell>
                        <TableCell className="h-auto border-b-0 py-1 text-end tabular-nums">
                          {format.number(row.calls)}
                        </TableCell>
                        <TableCell className="h-auto border-b-0 py-1 text-end text-muted tabular-nums last:pe-0">
                          {by === 'errors'
                            ? t('traffic.failure-share', {
                                number: format.number(row.failures),
                                percent: format.percent(row.failures / Math.max(1, row.calls)),
                              })
                            : row.before === null
                              ? '–'
                              : format.number(row.before)}
                        </TableCell>
                      </TableRow>
                    );
                  })}
                </tbody>
              </Table>
            );
          return (
            <>
              {isLastDayOnly && <p className="mt-1 text-muted text-xs">{t('traffic.last-day-only')}</p>}
              {isLeast && <p className="mt-1 text-muted text-xs">{t('traffic.at-least')}</p>}
              {table}
            </>
          );
        }}
      </QueryView>
    </Card>
  );
};
