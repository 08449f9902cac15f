import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { unusedDays } from '#domain/access/schema.ts';
import { listReviewRounds } from '#domain/review-round/calls.ts';
import { reviewRoundPageSize } from '#domain/review-round/limits.ts';
import { reviewRoundListQuery, reviewRoundStates } from '#domain/review-round/schema.ts';
import { csvUrlOf } from '../../api/csv-url.ts';
import { withRole } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { Empty } from '../../components/layout/empty.tsx';
import { Page } from '../../components/layout/page.tsx';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import { ListScreen } from '../../components/table/list-screen.tsx';
import { useListParams } from '../../components/table/use-list-params.ts';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { reviewRoundListOptions } from './queries.ts';
import { roundColumns } from './round-columns.tsx';
import { StartReview } from './start-review.tsx';

const isAuditor = withRole('ROLE_AUDITOR');

/** The unfiltered list, whose first row is the newest round. */
const newest = reviewRoundListQuery.parse({});

/** Says to an auditor that the last review is a quarter old, or that there was none. */
const Suggestion = () => {
  const t = useLazyTexts('review-rounds');
  const rounds = useQuery(reviewRoundListOptions(newest));
  const last = rounds.data?.rounds[0];
  const isDue = last?.closedAt && Date.parse(last.startedAt) < Date.now() - unusedDays * 86_400_000;
  return isDue ? (
    <p role="note" className="rounded-card border border-border bg-surface px-4 py-3 text-table">
      {t('review-rounds.suggested', { count: unusedDays })}
    </p>
  ) : null;
};

/** The reviews of access, the newest first. An auditor starts one. */
export const ReviewRoundList = () => {
  const t = useLazyTexts('review-rounds');
  const format = useFormat();
  const user = useUser();
  const list = useListParams(reviewRoundListQuery);
  const [params, setParams] = list;
  const rounds = useQuery(reviewRoundListOptions(params));
  const columns = useMemo(() => roundColumns(t, format), [t, format]);
  const [isStarting, setStarting] = useState(false);
  const mayStart = isAuditor(user);
  const start = mayStart && (
    <Button variant="primary" onClick={() => setStarting(true)}>
      <Plus />
      {t('review-rounds.start')}
    </Button>
  );
  const isEmpty = rounds.data?.total === 0 && params.state === undefined;
  return (
    <Page title={t('shell.nav-review-rounds')} description={t('review-rounds.text')} actions={!isEmpty && start}>
      {mayStart && <Suggestion />}
      <ListScreen
        label={t('shell.nav-review-rounds')}
        list={list}
        filters={
          <ChoiceFilter
            label={t('review-rounds.state-label')}
            value={params.state}
            choices={reviewRoundStates}
            textOf={(state) => t(`review-rounds.${state}`)}
            onChange={(state) => setParams({ state })}
          />
        }
        unfiltered={{ state: undefined }}
        results={(count) => t('review-rounds.results', { count })}
        csvUrl={csvUrlOf(listReviewRounds, params)}
        columns={columns}
        query={rounds}
        rows={(data) => data.rounds}
        pageSize={reviewRoundPageSize}
        empty={
          <Empty
            icon={ClipboardList}
            title={t('review-rounds.empty')}
            text={t(mayStart ? 'review-rounds.empty-auditor' : 'review-rounds.empty-text')}
            action={start || undefined}
          />
        }
      />
      {isStarting && <StartReview onClose={() => setStarting(false)} />}
    </Page>
  );
};
