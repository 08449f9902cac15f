import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
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
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { Decisions, isOfMany } from './decisions.tsx';
import { inboxColumns } from './inbox-columns.tsx';
import { places } from './kinds.ts';
import { inboxOptions } from './queries.ts';

const pageTexts = {
  access: 'inbox.select-page',
  deletion: 'inbox.select-page-deletion',
  drift: 'inbox.select-page-drift',
} as const;

/** Everything that waits for the reader's decision, oldest first. */
export const Inbox = () => {
  const { t: words } = useTranslation();
  // Those of drift, too: the first row that somebody selects must not take the screen away to load them.
  const t = useLazyTexts('inbox', 'drift');
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
  const selected = [...selection.selected.values()];
  const shown = (waiting.data?.waiting ?? []).filter(isOfMany);
  // Each kind is asked in its own form, so a selection has things of one kind only.
  const kind = selected[0]?.kind ?? shown[0]?.kind;
  const decidable = shown.filter((row) => row.kind === kind);
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
              isOfMany(row) && (
                <input
                  type="checkbox"
                  disabled={selected.length > 0 && row.kind !== kind}
                  aria-label={
                    row.kind === 'access'
                      ? t('inbox.select', { subject: row.subject, organization: row.organization })
                      : t('inbox.select-row', { subject: row.subject })
                  }
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
          pageText={t(pageTexts[kind as keyof typeof pageTexts] ?? 'inbox.select-page')}
          foundText={() => ''}
          selectedText={(count) => t('inbox.selected', { count })}
          onSelectAll={undefined}
        >
          {(isTooMany) => (
            <Decisions
              rows={selected}
              isTooMany={isTooMany}
              onDone={(left) =>
                selection.select(
                  selected.filter((row) => !left.includes(row)),
                  false,
                )
              }
            />
          )}
        </SelectionBar>
      </ListScreen>
      {opened && Review && (
        <Suspense>
          <Review key={opened.id} id={Number(opened.key)} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Page>
  );
};
