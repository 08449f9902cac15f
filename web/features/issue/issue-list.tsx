import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type IssueListQuery, issueListQuery, issuePageSize, issueStates } from '#domain/issue/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { SearchField } from '../../components/table/search-field.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { issueColumns } from './issue-columns.tsx';
import { issueListOptions } from './shared/queries.ts';

/** What people reported, for support staff. */
export const IssueList = () => {
  const { t } = useTranslation();
  const dock = useDock();
  const [params, setParams] = useListParams(issueListQuery);
  const issues = useQuery(issueListOptions(params));
  const openId = dock.stack[0]?.kind === 'issue' ? Number(dock.stack[0].id) : undefined;
  const columns = useMemo(
    () => issueColumns(t, { openId, onOpen: (id) => dock.open('issue', id) }),
    [t, openId, dock.open],
  );
  const isFiltered = params.search !== '' || params.state !== undefined;

  return (
    <Page title={t('issues.title')} description={t('issues.text')}>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center">
        <SearchField
          label={t('issues.search')}
          value={params.search}
          onChange={(search) => setParams({ search })}
          className="w-full sm:w-72"
        />
        <ChoiceFilter
          label={t('issues.state')}
          value={params.state}
          choices={issueStates}
          textOf={(state) => t(`issues.state-${state}`)}
          onChange={(state) => setParams({ state })}
        />
        <p className="text-muted text-table tabular-nums sm:ms-auto" aria-live="polite">
          {issues.data && t('issues.results', { count: issues.data.total })}
        </p>
      </div>
      <DataTable
        label={t('issues.title')}
        columns={columns}
        query={issues}
        rows={(data) => data.issues}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch) => setParams(patch as Partial<IssueListQuery>)}
        pageSize={issuePageSize}
        onClearFilters={isFiltered ? () => setParams({ search: '', state: undefined }) : undefined}
        empty={<Empty icon={Inbox} title={t('issues.empty')} text={t('issues.empty-text')} />}
      />
    </Page>
  );
};
