import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { listConsumerReport } from '#domain/consumer-report/calls.ts';
import { consumerReportPageSize, consumerReportQuery } from '#domain/consumer-report/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { MultiSelect } from '../../components/table/multi-select.tsx';
import { ReportFilters } from '../../components/table/report-filters.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { optionsOf } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { allApisOptions } from '../api/shared/all-apis.ts';
import { AddConsumerLink } from '../consumer/shared/add-consumer-link.tsx';
import { OrganizationFilter } from '../organization/shared/organization-filter.tsx';
import { consumerColumns } from './consumer-columns.tsx';
import {
  type ConsumerFilter,
  consumerReportKey,
  consumerReportOptions,
  consumerReportParameters,
  filterOf,
  noFilter,
} from './queries.ts';

/** "Kong Consumer List": the keys of all organizations, since when they are there, and when they called last. */
export const ConsumerList = () => {
  const t = useLazyTexts('consumer-list', 'review');
  const client = useQueryClient();
  const list = useListParams(consumerReportQuery);
  const [params, setParams] = list;
  const applied = filterOf(params);
  const consumers = useQuery(consumerReportOptions(params));
  const apis = useQuery(allApisOptions);
  const columns = useMemo(() => consumerColumns(t), [t]);
  const apply = (filter: ConsumerFilter) => {
    setParams(filter);
    // A new filter reads the list by itself. The same filter is read again, because the user wants what is new.
    void client.invalidateQueries({ queryKey: consumerReportKey });
  };
  return (
    <Page title={t('consumer-list.title')} description={t('consumer-list.text')} actions={<AddConsumerLink />}>
      <ReportFilters applied={applied} none={noFilter} onApply={apply}>
        {(draft, change) => (
          <>
            <OrganizationFilter all selected={draft.orgId} onChange={(orgId) => change({ orgId })} />
            <MultiSelect
              label={t('requests.api')}
              options={optionsOf(apis.data, ({ orgname, version }) => [orgname, version])}
              selected={draft.apiId}
              onChange={(apiId) => change({ apiId })}
            />
          </>
        )}
      </ReportFilters>
      <ListScreen
        list={list}
        unfiltered={noFilter}
        results={(count) => t('consumer-list.count', { count })}
        csvUrl={csvUrlOf(listConsumerReport, consumerReportParameters(params))}
        label={t('consumer-list.consumers')}
        columns={columns}
        query={consumers}
        rows={({ data }) => data}
        pageSize={consumerReportPageSize}
        empty={
          <Empty
            icon={KeyRound}
            title={t('consumer-list.empty')}
            text={t('consumer-list.empty-text')}
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
