import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { issueListQuery, issuePageSize, issueStates } from '#domain/issue/schema.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { issueColumns } from './issue-columns.tsx';
import { issueListOptions } from './shared/queries.ts';

/** Lists the reported issues for support staff. */
export const IssueList = () => {
  const { t } = useTranslation();
  const dock = useDock();
  const list = useListParams(issueListQuery);
  const [params, setParams] = list;
  const issues = useQuery(issueListOptions(params));
  const openId = dock.stack[0]?.kind === 'issue' ? Number(dock.stack[0].id) : undefined;
  const columns = useMemo(
    () => issueColumns(t, { openId, onOpen: (id) => dock.open('issue', id) }),
    [t, openId, dock.open],
  );

  return (
    <Page title={t('issues.title')} description={t('issues.text')}>
      <ListScreen
        list={list}
        search={{ label: t('issues.search'), value: params.search, onChange: (search) => setParams({ search }) }}
        filters={
          <ChoiceFilter
            label={t('issues.state')}
            value={params.state}
            choices={issueStates}
            textOf={(state) => t(`issues.state-${state}`)}
            onChange={(state) => setParams({ state })}
          />
        }
        unfiltered={{ search: '', state: undefined }}
        results={(count) => t('issues.results', { count })}
        label={t('issues.title')}
        columns={columns}
        query={issues}
        rows={(data) => data.issues}
        pageSize={issuePageSize}
        empty={<Empty icon={Inbox} title={t('issues.empty')} text={t('issues.empty-text')} />}
      />
    </Page>
  );
};
