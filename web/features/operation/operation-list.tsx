import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operationKinds } from '#domain/operation/operation.ts';
import {
  type OperationListQuery,
  operationListQuery,
  operationPageSize,
  operationStates,
} from '#domain/operation/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { SearchField } from '../../components/table/search-field.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { operationColumns } from './operation-columns.tsx';
import { operationListOptions } from './queries.ts';
import { RemovalsNotice } from './shared/removals-notice.tsx';

/** What workers do at the gateways, for support staff: what runs, what waits, what failed. */
export const OperationList = () => {
  const { t } = useTranslation();
  const dock = useDock();
  const [params, setParams] = useListParams(operationListQuery);
  const operations = useQuery(operationListOptions(params));
  const openId = dock.stack[0]?.kind === 'operation' ? dock.stack[0].id : undefined;
  const columns = useMemo(
    () => operationColumns(t, { openId, onOpen: (id) => dock.open('operation', id) }),
    [t, openId, dock.open],
  );
  const isFiltered = params.name !== '' || params.state !== undefined || params.kind !== undefined;

  return (
    <Page title={t('operations.title')} description={t('operations.text')}>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center">
        <SearchField
          label={t('operations.search')}
          value={params.name}
          onChange={(name) => setParams({ name })}
          className="w-full sm:w-72"
        />
        <ChoiceFilter
          label={t('operations.state-label')}
          value={params.state}
          choices={operationStates}
          textOf={(state) => t(`operations.state.${state}`)}
          onChange={(state) => setParams({ state })}
        />
        <ChoiceFilter
          label={t('operations.kind-label')}
          value={params.kind}
          choices={operationKinds}
          textOf={(kind) => t(`operations.kind.${kind}`)}
          onChange={(kind) => setParams({ kind })}
        />
        <p className="text-muted text-table tabular-nums sm:ms-auto" aria-live="polite">
          {operations.data && t('operations.results', { count: operations.data.total })}
        </p>
      </div>
      {operations.data?.removals && <RemovalsNotice removals={operations.data.removals} />}
      <DataTable
        label={t('operations.title')}
        columns={columns}
        query={operations}
        rows={(data) => data.operations}
        rowId={({ id }) => id}
        params={params}
        onParams={(patch) => setParams(patch as Partial<OperationListQuery>)}
        pageSize={operationPageSize}
        onClearFilters={isFiltered ? () => setParams({ name: '', state: undefined, kind: undefined }) : undefined}
        empty={<Empty icon={Workflow} title={t('operations.empty')} text={t('operations.empty-text')} />}
      />
    </Page>
  );
};
