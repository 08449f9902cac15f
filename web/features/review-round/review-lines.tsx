import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Check, ClipboardList } from 'lucide-react';
import { useMemo, useState } from 'react';
import { decidedTogether, reviewLinePageSize } from '#domain/review-round/limits.ts';
import { reviewLineKinds } from '#domain/review-round/review-round.ts';
import {
  type ReviewLineRow,
  type ReviewRoundDetail,
  reviewLineListQuery,
  reviewLineStates,
} from '#domain/review-round/schema.ts';
import { notice } from '../../api/notice.ts';
import { asProblem } from '../../api/problem-error.ts';
import { Empty } from '../../components/layout/empty.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { SelectionBar } from '../../components/table/selection-bar.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { useSelectedRows } from '../../components/table/use-selected-rows.ts';
import { Button } from '../../components/ui/button.tsx';
import { useErrorText } from '../../i18n/error-text.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { lineColumns } from './line-columns.tsx';
import { reviewLinesOptions, reviewLinesUrl } from './queries.ts';

const decidableOf = (lines: readonly ReviewLineRow[]) => lines.filter(({ decidable }) => decidable);

/** The lines of a review, unused ones first. Whoever decides some ticks them. */
export const ReviewLines = ({ round: { id, waiting } }: Readonly<{ round: ReviewRoundDetail }>) => {
  const t = useLazyTexts('review-rounds');
  const list = useListParams(reviewLineListQuery);
  const [params, setParams] = list;
  const lines = useQuery(reviewLinesOptions(id, params));
  const columns = useMemo(() => lineColumns(t), [t]);
  const { search, kind, state, unused, mine } = params;
  const selection = useSelectedRows<ReviewLineRow>([id, search, kind, state, unused, mine].join(' '));
  const [verdict, setVerdict] = useState<'kept' | 'revoked'>();
  const decidable = decidableOf(lines.data?.lines ?? []);
  const client = useQueryClient();
  const errorText = useErrorText();
  const [isReading, setReading] = useState(false);
  const selectAll = async () => {
    setReading(true);
    try {
      const pages = Math.ceil(Math.min(lines.data?.total ?? 0, decidedTogether) / reviewLinePageSize);
      const found = await Promise.all(
        Array.from({ length: pages }, (_none, page) =>
          client.fetchQuery(reviewLinesOptions(id, { ...params, page, after: undefined, before: undefined })),
        ),
      );
      selection.select(decidableOf(found.flatMap((page) => page.lines)).slice(0, decidedTogether), true);
    } catch (error) {
      notice.error(errorText(asProblem(error)));
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <ListScreen
        label={t('review-rounds.lines')}
        list={list}
        search={{ label: t('review-rounds.search'), value: search, onChange: (words) => setParams({ search: words }) }}
        filters={
          <>
            <ChoiceFilter
              label={t('review-rounds.kind-label')}
              value={kind}
              choices={reviewLineKinds}
              textOf={(choice) => t(`review-rounds.kind.${choice}`)}
              onChange={(choice) => setParams({ kind: choice })}
            />
            <ChoiceFilter
              label={t('review-rounds.state-label')}
              value={state}
              choices={reviewLineStates}
              textOf={(choice) => t(`review-rounds.state.${choice}`)}
              onChange={(choice) => setParams({ state: choice })}
            />
            <ChoiceFilter
              label={t('review-rounds.last-used')}
              value={unused}
              choices={['yes']}
              textOf={() => t('review-rounds.unused')}
              onChange={(choice) => setParams({ unused: choice })}
            />
            {(waiting > 0 || mine) && (
              <ChoiceFilter
                label={t('review-rounds.decided-by')}
                value={mine}
                choices={['yes']}
                textOf={() => t('review-rounds.by-me')}
                onChange={(choice) => setParams({ mine: choice })}
              />
            )}
          </>
        }
        unfiltered={{ search: '', kind: undefined, state: undefined, unused: undefined, mine: undefined }}
        results={(count) => t('review-rounds.line-results', { count })}
        csvUrl={reviewLinesUrl(id, params)}
        columns={columns}
        query={lines}
        rows={(data) => data.lines}
        pageSize={reviewLinePageSize}
        {...(decidable.length + selection.selected.size > 0 && {
          rowStart: {
            header: t('review-rounds.selection'),
            cell: (row: ReviewLineRow) =>
              row.decidable && (
                <input
                  type="checkbox"
                  aria-label={t('review-rounds.select', { name: row.name, organization: row.organizationName })}
                  checked={selection.selected.has(row.id)}
                  onChange={(event) => selection.select([row], event.target.checked)}
                  className="block size-4 accent-accent"
                />
              ),
          },
        })}
        empty={
          <Empty icon={ClipboardList} title={t('review-rounds.no-lines')} text={t('review-rounds.no-lines-text')} />
        }
      >
        <SelectionBar
          label={t('review-rounds.selection')}
          selection={selection}
          rows={decidable}
          // Only this filter shows nothing but what the reader decides.
          total={mine ? (lines.data?.total ?? 0) : decidable.length}
          most={decidedTogether}
          pageText={t('review-rounds.select-page')}
          foundText={(count) => t('review-rounds.select-found', { count })}
          selectedText={(count) => t('review-rounds.selected', { count })}
          onSelectAll={isReading ? undefined : () => void selectAll()}
        >
          {(isTooMany) => (
            <>
              <Button size="small" disabled={isTooMany} onClick={() => setVerdict('kept')}>
                <Check />
                {t('review-rounds.keep')}
              </Button>
              <Button size="small" disabled={isTooMany} onClick={() => setVerdict('revoked')}>
                <Ban />
                {t('review-rounds.revoke')}
              </Button>
            </>
          )}
        </SelectionBar>
      </ListScreen>
      {verdict && (
        <DecideDialog
          roundId={id}
          verdict={verdict}
          lines={[...selection.selected.values()]}
          onClose={() => setVerdict(undefined)}
          onDone={(left) => {
            setVerdict(undefined);
            const rows = [...selection.selected.values()];
            selection.select(
              rows.filter(({ line }) => !left.includes(line)),
              false,
            );
          }}
        />
      )}
    </>
  );
};
