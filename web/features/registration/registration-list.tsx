import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundPlus, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  deniedAtOnce,
  type RegistrationRow,
  registrationPageSize,
  registrationStatuses,
} from '#domain/registration/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { notice } from '../../api/notice.ts';
import { asProblem } from '../../api/problem-error.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { DecisionActions, type Intent } from '../../components/table/decision-actions.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { SelectionBar } from '../../components/table/selection-bar.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { type Selection, useSelectedRows } from '../../components/table/use-selected-rows.ts';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { LinkedReview } from './linked-review.tsx';
import { registrationColumns } from './registration-columns.tsx';
import { listCallOf, listParams, listQueryOf, registrationsOptions, type Scope } from './shared/queries.ts';

const ReviewDialog = lazy(() => import('./review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })));

const DenyManyDialog = lazy(() =>
  import('./deny-many-dialog.tsx').then((module) => ({ default: module.DenyManyDialog })),
);

const labels = {
  approve: 'registrations.approve-of',
  deny: 'registrations.deny-of',
  read: 'registrations.details-of',
} as const;

/** The check box of a request that waits. */
const SelectRequest = ({
  request,
  selection,
}: Readonly<{ request: RegistrationRow; selection: Selection<RegistrationRow> }>) => {
  const t = useLazyTexts('registrations');
  if (request.status !== 'NEW') return null;
  return (
    <input
      type="checkbox"
      aria-label={t('registrations.select-of', { name: fullNameOf(request.firstName, request.lastName) })}
      checked={selection.selected.has(request.id)}
      onChange={(event) => selection.select([request], event.target.checked)}
      className="block size-4 accent-accent"
    />
  );
};

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
  const client = useQueryClient();
  const errorText = useErrorText();
  const selection = useSelectedRows<RegistrationRow>(`${query.status} ${query.search}`);
  const [isReading, setReading] = useState(false);
  const [isDenying, setDenying] = useState(false);
  const waiting = (requests.data?.accessRequests ?? []).filter(({ status }) => status === 'NEW');
  const selectAll = async () => {
    setReading(true);
    try {
      const pages = Math.ceil(Math.min(requests.data?.total ?? 0, deniedAtOnce) / registrationPageSize);
      const found = await Promise.all(
        Array.from({ length: pages }, (_none, page) =>
          client.fetchQuery(registrationsOptions(scope, { ...query, page })),
        ),
      );
      const rows = found.flatMap(({ accessRequests }) => accessRequests);
      selection.select(rows.filter(({ status }) => status === 'NEW').slice(0, deniedAtOnce), true);
    } catch (error) {
      notice.error(errorText(asProblem(error)));
    } finally {
      setReading(false);
    }
  };
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
        csvUrl={csvUrlOf(listCallOf(scope), query)}
        columns={columns}
        query={requests}
        rows={(data) => data.accessRequests}
        rowStart={{
          header: t('registrations.selection'),
          cell: (request) => <SelectRequest request={request} selection={selection} />,
        }}
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
      >
        <SelectionBar
          label={t('registrations.selection')}
          selection={selection}
          rows={waiting}
          total={query.status === 'NEW' ? (requests.data?.total ?? 0) : waiting.length}
          most={deniedAtOnce}
          pageText={t('registrations.select-page')}
          foundText={(count) => t('registrations.select-found', { count })}
          selectedText={(count) => t('registrations.selected', { count })}
          onSelectAll={isReading ? undefined : () => void selectAll()}
        >
          {(isTooMany) => (
            <Button size="small" disabled={isTooMany} onClick={() => setDenying(true)}>
              <X />
              {t('registrations.deny-selected')}
            </Button>
          )}
        </SelectionBar>
      </ListScreen>
      {isDenying && (
        <Suspense>
          <DenyManyDialog
            scope={scope}
            requests={[...selection.selected.values()]}
            open
            onClose={() => setDenying(false)}
            onDone={() => {
              setDenying(false);
              selection.clear();
            }}
          />
        </Suspense>
      )}
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
