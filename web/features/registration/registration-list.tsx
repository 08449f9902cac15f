import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type RegistrationRow, registrationPageSize, registrationStatuses } from '#domain/registration/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { DecisionActions, type Intent } from '../../components/table/decision-actions.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LinkedReview } from './linked-review.tsx';
import { registrationColumns } from './registration-columns.tsx';
import { listParams, listPathOf, listQueryOf, registrationsOptions, type Scope } from './shared/queries.ts';

const ReviewDialog = lazy(() => import('./review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })));

const labels = {
  approve: 'registrations.approve-of',
  deny: 'registrations.deny-of',
  read: 'registrations.details-of',
} as const;

/** Lists requests for accounts, waiting ones first. Reviewers approve or deny each. */
export const RegistrationList = ({ scope }: { scope: Scope }) => {
  const t = useLazyTexts('registrations');
  const list = useListParams(listParams);
  const [params, setParams] = list;
  const query = listQueryOf(params);
  const requests = useQuery(registrationsOptions(scope, query));
  const columns = useMemo(() => registrationColumns(t), [t]);
  /** `opened` counts, so that each opening starts with a new form. */
  const [asked, setAsked] = useState<{ request: RegistrationRow; intent: Intent; open: boolean; opened: number }>();
  const ask = (request: RegistrationRow, intent: Intent) =>
    setAsked((before) => ({ request, intent, open: true, opened: (before?.opened ?? 0) + 1 }));
  return (
    <>
      <ListScreen
        label={t('registrations.requests')}
        list={list}
        search={{
          label: t('registrations.search'),
          value: params.search,
          onChange: (search) => setParams({ search }),
        }}
        filters={
          <ChoiceFilter
            label={t('access.state')}
            value={params.status === 'ALL' ? undefined : params.status}
            choices={registrationStatuses}
            textOf={(status) => t(`access.status.${status}`)}
            onChange={(status) => setParams({ status: status ?? 'ALL' })}
          />
        }
        unfiltered={{ search: '', status: 'NEW' }}
        results={(count) => t('access.request-count', { count })}
        csvUrl={csvUrlOf(listPathOf(scope), query)}
        columns={columns}
        query={requests}
        rows={(data) => data.accessRequests}
        pageSize={registrationPageSize}
        rowActions={(request) => (
          <DecisionActions
            isWaiting={request.status === 'NEW'}
            labelOf={(intent) => t(labels[intent], { name: fullNameOf(request.firstName, request.lastName) })}
            onAsk={(intent) => ask(request, intent)}
          />
        )}
        empty={
          <Empty
            icon={UserRoundPlus}
            title={t('registrations.none')}
            text={t(scope === 'own' ? 'registrations.none-in-queue-text' : 'registrations.none-text')}
            action={<Button onClick={() => setParams({ status: 'ALL' })}>{t('access.show-all')}</Button>}
          />
        }
      />
      <LinkedReview scope={scope} />
      {asked && (
        <Suspense>
          {/* A request that has left the list meanwhile stays open for its reader. The server says who decided it. */}
          <ReviewDialog
            key={asked.opened}
            scope={scope}
            request={asked.request}
            intent={asked.intent}
            open={asked.open}
            onClose={() => setAsked({ ...asked, open: false })}
          />
        </Suspense>
      )}
    </>
  );
};
