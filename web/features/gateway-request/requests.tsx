import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import {
  type RequestFilterQuery,
  type RequestListQuery,
  requestListQuery,
  requestPageSize,
} from '#domain/gateway-request/schema.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { ExportMenu } from './export-menu.tsx';
import { requestCountsOptions, requestListOptions, requestReportUrl, requestsKey } from './queries.ts';
import { requestColumns } from './request-columns.tsx';
import { RequestCountCards } from './request-count-cards.tsx';
import { filterOf, isFiltered, isSameFilter, noFilter } from './request-filter.ts';
import { RequestFilters } from './request-filters.tsx';

/**
 * Returns whether the user sees the calls of all organizations, as portal and gateway admins do (the server's
 * `request.list-all`).
 */
const seesAll = ({ roles }: UserDetail) => roles.includes('ROLE_PORTAL_ADMIN') || roles.includes('ROLE_KONG_ADMIN');

/**
 * "API Gateway Access Requests" (docs/product/gateways.md): who called which API through the gateways, with the result.
 */
export const Requests = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const user = useUser();
  const client = useQueryClient();
  const [params, setParams] = useListParams(requestListQuery);
  const applied = filterOf(params);
  const list = useQuery(requestListOptions(params));
  const counts = useQuery(requestCountsOptions(params));
  const columns = useMemo(() => requestColumns(t, format), [t, format]);
  const all = seesAll(user);

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
      <RequestCountCards query={counts} />
      <DataTable
        label={t('requests.title')}
        columns={columns}
        query={list}
        rows={({ data }) => data}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch, how) => setParams(patch as Partial<RequestListQuery>, how)}
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
