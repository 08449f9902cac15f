import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { listAccessRequests } from '#domain/access/calls.ts';
import { type AccessRequestRow, accessPageSize, accessRequestStatuses } from '#domain/access/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { DecisionActions, type Intent } from '../../components/table/decision-actions.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { requestColumns } from './request-columns.tsx';
import { RequestStatusDot } from './request-status-dot.tsx';
import { accessRequestsOptions, requestListParams, requestListQueryOf } from './shared/queries.ts';
import { TypeFilter } from './type-filter.tsx';

const ReviewDialog = lazy(() => import('./review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })));

const labels = { approve: 'access.approve-of', deny: 'access.deny-of', read: 'access.details-of' } as const;

/** Lists the requests for access, waiting ones first. Administrators read each request, then approve or deny it. */
export const RequestList = () => {
  const t = useLazyTexts('review');
  const list = useListParams(requestListParams);
  const [params, setParams] = list;
  const query = requestListQueryOf(params);
  const requests = useQuery(accessRequestsOptions(query));
  const columns = useMemo(() => requestColumns(t), [t]);
  const [asked, setAsked] = useState<{ request: AccessRequestRow; intent: Intent; open: boolean }>();
  return (
    <>
      <ListScreen
        label={t('access.requests')}
        list={list}
        search={{
          label: t('access.search-requests'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        filters={
          <>
            <TypeFilter value={query.type} onChange={(type) => setParams({ type })} />
            <ChoiceFilter
              label={t('access.state')}
              value={query.status}
              choices={accessRequestStatuses}
              textOf={(status) => t(`access.status.${status}`)}
              onChange={(status) => setParams({ status: status ?? 'ALL' })}
            />
          </>
        }
        unfiltered={{ search: '', type: undefined, status: 'NEW' }}
        results={(count) => t('access.request-count', { count })}
        csvUrl={csvUrlOf(listAccessRequests, query)}
        columns={columns}
        query={requests}
        rows={(data) => data.requests}
        pageSize={accessPageSize}
        rowActions={(request) => (
          <DecisionActions
            isWaiting={request.status === 'NEW'}
            labelOf={(intent) => t(labels[intent], { api: request.apiName, organization: request.organizationName })}
            onAsk={(intent) => setAsked({ request, intent, open: true })}
          />
        )}
        empty={
          <Empty
            icon={Inbox}
            title={t('access.no-requests')}
            text={t('access.no-requests-text')}
            action={<Button onClick={() => setParams({ status: 'ALL' })}>{t('access.show-all')}</Button>}
          />
        }
      />
      {asked && (
        <Suspense>
          {/* A request that has left the list in the meantime stays open for its reader. The server reports if it was already decided. */}
          <ReviewDialog
            key={`${asked.request.id} ${asked.intent}`}
            request={asked.request}
            state={<RequestStatusDot status={asked.request.status} />}
            intent={asked.intent}
            open={asked.open}
            onClose={() => setAsked({ ...asked, open: false })}
          />
        </Suspense>
      )}
    </>
  );
};
