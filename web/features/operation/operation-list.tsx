import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { operationListQuery, operationPageSize, operationStates } from '#domain/operation/schema.ts';
import { operationKinds } from '#domain/operation-kinds/operation-kinds.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Outages } from '../notice/shared/outages.tsx';
import { operationColumns } from './operation-columns.tsx';
import { operationListOptions } from './queries.ts';
import { RemovalsNotice } from './shared/removals-notice.tsx';

/** Lists the workers' operations for support staff: those that run, wait or failed. */
export const OperationList = () => {
  const t = useLazyTexts('operations');
  const dock = useDock();
  const list = useListParams(operationListQuery);
  const [params, setParams] = list;
  const operations = useQuery(operationListOptions(params));
  const openId = dock.stack[0]?.kind === 'operation' ? dock.stack[0].id : undefined;
  const columns = useMemo(
    () => operationColumns(t, { openId, onOpen: (id) => dock.open('operation', id) }),
    [t, openId, dock.open],
  );

  return (
    <Page title={t('operations.title')} description={t('operations.text')}>
      <ListScreen
        list={list}
        search={{ label: t('operations.search'), value: params.name, onChange: (name) => setParams({ name }) }}
        filters={
          <>
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
          </>
        }
        unfiltered={{ name: '', state: undefined, kind: undefined }}
        results={(count) => t('operations.results', { count })}
        label={t('operations.title')}
        columns={columns}
        query={operations}
        rows={(data) => data.operations}
        pageSize={operationPageSize}
        empty={<Empty icon={Workflow} title={t('operations.empty')} text={t('operations.empty-text')} />}
      >
        <Outages />
        {operations.data?.removals && <RemovalsNotice removals={operations.data.removals} />}
      </ListScreen>
    </Page>
  );
};
