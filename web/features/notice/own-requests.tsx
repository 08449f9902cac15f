import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import {
  type OwnRequestListQuery,
  ownRequestKinds,
  ownRequestListQuery,
  ownRequestPageSize,
} from '#domain/own-request/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { ownRequestColumns } from './own-request-columns.tsx';
import { ownRequestsOptions } from './queries.ts';

/** What the user has asked for, and what became of it. */
export const OwnRequests = () => {
  const t = useLazyTexts('notices');
  const dock = useDock();
  const [params, setParams] = useListParams(ownRequestListQuery);
  const requests = useQuery(ownRequestsOptions(params));
  const columns = useMemo(() => ownRequestColumns(t, dock.open), [t, dock.open]);
  return (
    <Page title={t('notices.requests-title')} description={t('notices.requests-text')}>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center">
        <ChoiceFilter
          label={t('notices.kind-label')}
          value={params.kind}
          choices={ownRequestKinds}
          textOf={(kind) => t(`notices.kind.${kind}`)}
          onChange={(kind) => setParams({ kind })}
        />
        <p className="text-muted text-table tabular-nums sm:ms-auto" aria-live="polite">
          {requests.data && t('notices.results', { count: requests.data.total })}
        </p>
      </div>
      <DataTable
        label={t('notices.requests-title')}
        columns={columns}
        query={requests}
        rows={(data) => data.requests}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch) => setParams(patch as Partial<OwnRequestListQuery>)}
        pageSize={ownRequestPageSize}
        onClearFilters={params.kind === undefined ? undefined : () => setParams({ kind: undefined })}
        empty={
          <Empty
            icon={ListChecks}
            title={t('notices.requests-empty')}
            text={t('notices.requests-empty-text')}
            action={
              <Button asChild>
                <Link href="/wall/all">{t('public.gallery')}</Link>
              </Button>
            }
          />
        }
      />
    </Page>
  );
};
