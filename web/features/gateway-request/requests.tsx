import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type ReportQuery, reportQuery } from '#domain/gateway-request/report.ts';
import { type RequestFilterQuery, requestPageSize } from '#domain/gateway-request/schema.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { ChartsSkeleton } from './charts-skeleton.tsx';
import { ExportMenu } from './export-menu.tsx';
import { requestCountsOptions, requestListOptions, requestReportUrl, requestsKey } from './queries.ts';
import { requestColumns } from './request-columns.tsx';
import { RequestCountCards } from './request-count-cards.tsx';
import { filterOf, isFiltered, isSameFilter, noFilter } from './request-filter.ts';
import { RequestFilters } from './request-filters.tsx';
import { seesAllCalls } from './sees-all-calls.ts';

/** The charts with their library, which nothing else needs. */
const RequestCharts = lazy(async () => ({ default: (await import('./request-charts.tsx')).RequestCharts }));

/**
 * "API Gateway Access Requests" (docs/product/gateways.md): who called which API through the gateways, with the result.
 */
export const Requests = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const user = useUser();
  const client = useQueryClient();
  const [params, setParams] = useListParams(reportQuery);
  const applied = filterOf(params);
  const list = useQuery(requestListOptions(params));
  const counts = useQuery(requestCountsOptions(params));
  const dock = useDock();
  const columns = requestColumns(t, format, (id) => dock.open('call', id));
  const all = seesAllCalls(user);

  const apply = (filter: RequestFilterQuery) => {
    setParams(filter);
    // A new filter reads the list by itself. The same filter must be read again, because the user wants the newest
    // calls.
    if (isSameFilter(filter, applied)) void client.invalidateQueries({ queryKey: requestsKey });
  };

  return (
    <Page
      title={t('requests.title')}
      description={all ? t('requests.text-all') : t('requests.text-own', { organization: user.organizationName })}
      actions={<ExportMenu href={requestReportUrl(params)} />}
    >
      <RequestFilters applied={applied} all={all} onApply={apply} />
      <Suspense fallback={<ChartsSkeleton />}>
        <RequestCharts
          filter={applied}
          range={params.range}
          onRange={(range) => setParams({ range }, { replace: true })}
          onFilter={(patch) => apply({ ...applied, ...patch })}
        />
      </Suspense>
      <RequestCountCards query={counts} />
      <DataTable
        label={t('requests.title')}
        columns={columns}
        query={list}
        rows={({ data }) => data}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch, how) => setParams(patch as Partial<ReportQuery>, how)}
        pageSize={requestPageSize}
        onClearFilters={isFiltered(params) ? () => apply(noFilter) : undefined}
        empty={
          <Empty
            icon={Activity}
            title={t('requests.empty')}
            action={
              <Button asChild>
                <Link href="/wall">{t('requests.empty-action')}</Link>
              </Button>
            }
          />
        }
      />
    </Page>
  );
};
