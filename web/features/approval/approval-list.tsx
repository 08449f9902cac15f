import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalStates } from '#domain/approval/approval.ts';
import { listApprovals } from '#domain/approval/calls.ts';
import { approvalListQuery, approvalPageSize } from '#domain/approval/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { useMay } from '../../api/use-may.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalColumns } from './approval-columns.tsx';
import { ApprovalRules } from './approval-rules.tsx';
import { approvalListOptions } from './queries.ts';

/** The changes that need a second person, and which environments have such. */
export const ApprovalList = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('approvals');
  const setsRules = useMay()('approval-rule.set');
  const list = useListParams(approvalListQuery);
  const [params, setParams] = list;
  const approvals = useQuery(approvalListOptions(params));
  const columns = useMemo(() => approvalColumns(t), [t]);
  return (
    <Page title={words('shell.nav-approvals')} description={t('approvals.text')}>
      {setsRules && <ApprovalRules />}
      <ListScreen
        label={words('shell.nav-approvals')}
        list={list}
        filters={
          <ChoiceFilter
            label={t('approvals.state-label')}
            value={params.state}
            choices={approvalStates}
            textOf={(state) => t(`approvals.state.${state}`)}
            onChange={(state) => setParams({ state })}
          />
        }
        unfiltered={{ state: undefined, environment: undefined }}
        results={(count) => t('approvals.results', { count })}
        csvUrl={csvUrlOf(listApprovals, params)}
        columns={columns}
        query={approvals}
        rows={(data) => data.approvals}
        pageSize={approvalPageSize}
        empty={<Empty icon={UserCheck} title={t('approvals.empty')} text={t('approvals.empty-text')} />}
      />
    </Page>
  );
};
