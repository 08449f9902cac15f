import { useQuery } from '@tanstack/react-query';
import { Suspense, useId } from 'react';
import { Link } from 'wouter';
import { type HistoryRow, historyListQuery } from '#domain/history/schema.ts';
import { QueryView } from '../../components/layout/query-view.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { toldApart, WithSecond } from '../../components/text/told-apart.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { actorOf, HistoryActor, HistoryEntry } from './history-entry.tsx';
import { historyOptions } from './queries.ts';
import { HistoryOutcomeDot } from './shared/history-outcome-dot.tsx';

/** Number of entries, and of changes in each, on the card. The page has all. */
const shownEntries = 5;
const shownChanges = 3;

const newest = historyListQuery.parse({});

const Waiting = () => <Skeleton className="m-4 h-32" />;

const Entries = ({ entries }: { entries: readonly HistoryRow[] }) => {
  const seconds = toldApart(entries.map(actorOf));
  return (
    <ol className="divide-y divide-border">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-1 px-4 py-2.5 text-table">
          <HistoryEntry entry={entry} limit={shownChanges} />
          <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
            <WithSecond second={entry.user ? seconds.get(entry.user.id) : undefined}>
              <HistoryActor user={entry.user} />
            </WithSecond>
            <RelativeTime at={entry.happenedAt} />
            {entry.outcome && entry.outcome !== 'done' && <HistoryOutcomeDot outcome={entry.outcome} />}
          </p>
        </li>
      ))}
    </ol>
  );
};

const Newest = ({ apiId }: { apiId: number }) => {
  const t = useLazyTexts('history', 'foreign-objects');
  const id = useId();
  const history = useQuery(historyOptions(apiId, newest));
  return (
    <Card aria-labelledby={id} className="shrink-0">
      <CardHeader>
        <CardTitle id={id}>{t('history.title')}</CardTitle>
        <Button variant="quiet" size="small" asChild>
          <Link href={`/api-history/${apiId}`}>{t('history.whole')}</Link>
        </Button>
      </CardHeader>
      <QueryView query={history} skeleton={<Waiting />}>
        {({ entries }) => <Entries entries={entries.slice(0, shownEntries)} />}
      </QueryView>
    </Card>
  );
};

/** The newest changes of an API, with a link to the whole history. */
export const HistoryCard = ({ apiId }: { apiId: number }) => (
  <Suspense fallback={<Waiting />}>
    <Newest apiId={apiId} />
  </Suspense>
);
