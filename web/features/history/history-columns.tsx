import type { TFunction } from 'i18next';
import type { HistoryRow } from '#domain/history/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { actorOf, HistoryActor, HistoryEntry } from './history-entry.tsx';
import { HistoryOutcomeDot } from './shared/history-outcome-dot.tsx';

/** `id` is the field that the server sorts by. */
export const historyColumns = (t: TFunction): readonly Column<HistoryRow>[] => [
  {
    id: 'type',
    header: t('history.column-what'),
    sortable: true,
    cell: (entry) => (
      <div className="py-2">
        <HistoryEntry entry={entry} />
      </div>
    ),
  },
  {
    id: 'user',
    header: t('history.column-who'),
    sortable: true,
    named: actorOf,
    cell: ({ user }) => <HistoryActor user={user} />,
  },
  {
    id: 'outcome',
    header: t('history.column-outcome'),
    cell: ({ outcome }) => <HistoryOutcomeDot outcome={outcome} />,
  },
  {
    id: 'happenedAt',
    header: t('history.column-when'),
    sortable: true,
    align: 'end',
    cell: ({ happenedAt }) => <RelativeTime at={happenedAt} />,
  },
];
