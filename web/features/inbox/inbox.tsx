import { useQuery } from '@tanstack/react-query';
import { Check, ClipboardCheck, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { decidedAtOnce } from '#domain/access/schema.ts';
import { listInbox } from '#domain/inbox/calls.ts';
import { type InboxRow, inboxKinds, inboxPageSize, inboxQuery } from '#domain/inbox/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { SelectionBar } from '../../components/table/selection-bar.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { useSelectedRows } from '../../components/table/use-selected-rows.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { inboxColumns } from './inbox-columns.tsx';
import { places } from './kinds.ts';
import { inboxOptions } from './queries.ts';

const DecideManyDialog = lazy(() =>
  import('../access/shared/decide-many-dialog.tsx').then((module) => ({ default: module.DecideManyDialog })),
);

/** Everything that waits for the reader's decision, oldest first. */
export const Inbox = () => {
  const { t: words } = useTranslation();
  const t = useLazyTexts('inbox');
  const dock = useDock();
  const [, navigate] = useLocation();
  const list = useListParams(inboxQuery);
  const [params, setParams] = list;
  const waiting = useQuery(inboxOptions(params));
  const [opened, setOpened] = useState<InboxRow>();
  const columns = useMemo(
    () =>
      inboxColumns(t, (row) => {
        const place = places[row.kind];
        if ('page' in place) navigate(place.page(row.key));
        else if ('dock' in place) dock.open(place.dock, row.key);
        else setOpened(row);
      }),
    [t, dock.open, navigate],
  );
  const selection = useSelectedRows<InboxRow>(`${params.kind ?? ''} ${params.due ?? ''} ${params.search}`);
  const [verb, setVerb] = useState<'approve' | 'deny'>();
  const decidable = (waiting.data?.waiting ?? []).filter(({ kind }) => kind === 'access');
  const place = opened && places[opened.kind];
  const Review = place && 'review' in place ? place.review : undefined;
  return (
    <Page title={words('shell.inbox')} description={t('inbox.text')}>
      <ListScreen
        label={words('shell.inbox')}
        list={list}
        search={{ label: t('inbox.search'), value: params.search, onChange: (search) => setParams({ search }) }}
        filters={
          <>
            <ChoiceFilter
              label={t('inbox.kind-label')}
              value={params.kind}
              choices={inboxKinds}
              textOf={(kind) => t(`inbox.kind.${kind}`)}
              onChange={(kind) => setParams({ kind })}
            />
            <ChoiceFilter
              label={t('inbox.due')}
              value={params.due}
              choices={['over']}
              textOf={() => t('inbox.overdue')}
              onChange={(due) => setParams({ due })}
            />
          </>
        }
        unfiltered={{ search: '', kind: undefined, due: undefined }}
        results={(count) => t('inbox.results', { count })}
        csvUrl={csvUrlOf(listInbox, params)}
        columns={columns}
        query={waiting}
        rows={(data) => data.waiting}
        pageSize={inboxPageSize}
        {...(decidable.length + selection.selected.size > 0 && {
          rowStart: {
            header: t('inbox.selection'),
            cell: (row: InboxRow) =>
              row.kind === 'access' && (
                <input
                  type="checkbox"
                  aria-label={t('inbox.select', { subject: row.subject, organization: row.organization })}
                  checked={selection.selected.has(row.id)}
                  onChange={(event) => selection.select([row], event.target.checked)}
                  className="block size-4 accent-accent"
                />
              ),
          },
        })}
        empty={<Empty icon={ClipboardCheck} title={t('inbox.empty')} text={t('inbox.empty-text')} />}
      >
        <SelectionBar
          label={t('inbox.selection')}
          selection={selection}
          rows={decidable}
          total={decidable.length}
          most={decidedAtOnce}
          pageText={t('inbox.select-page')}
          foundText={() => ''}
          selectedText={(count) => t('inbox.selected', { count })}
          onSelectAll={undefined}
        >
          {(isTooMany) => (
            <>
              <Button size="small" disabled={isTooMany} onClick={() => setVerb('approve')}>
                <Check />
                {words('access.approve')}
              </Button>
              <Button size="small" disabled={isTooMany} onClick={() => setVerb('deny')}>
                <X />
                {words('access.deny')}
              </Button>
            </>
          )}
        </SelectionBar>
      </ListScreen>
      {verb && (
        <Suspense>
          <DecideManyDialog
            verb={verb}
            requests={[...selection.selected.values()].map(({ key, subject, organization }) => ({
              id: Number(key),
              subject,
              organization,
            }))}
            onClose={() => setVerb(undefined)}
            onDone={(left) => {
              setVerb(undefined);
              const rows = [...selection.selected.values()];
              selection.select(
                rows.filter(({ key }) => !left.includes(Number(key))),
                false,
              );
            }}
          />
        </Suspense>
      )}
      {opened && Review && (
        <Suspense>
          <Review key={opened.id} id={Number(opened.key)} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Page>
  );
};
