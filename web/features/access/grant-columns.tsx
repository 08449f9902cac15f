import type { TFunction } from 'i18next';
import type { AccessGrantRow } from '#domain/access/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { pairColumns } from './pair-columns.tsx';
import { LastDay } from './shared/last-day.tsx';

/** `id` is the field that the server sorts by. */
export const grantColumns = (t: TFunction): readonly Column<AccessGrantRow>[] => [
  ...pairColumns<AccessGrantRow>(t),
  { id: 'createdBy', header: t('access.granted-by'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  { id: 'keys', header: t('access.keys'), sortable: true, align: 'end', cell: ({ keys }) => keys },
  {
    id: 'lastUsed',
    header: t('consumers.last-used'),
    sortable: true,
    align: 'end',
    cell: ({ type, lastUsed }) => {
      if (lastUsed !== null) return <RelativeTime at={lastUsed} />;
      return <span className="text-muted">{type === 'event' ? '–' : t('consumers.never-used')}</span>;
    },
  },
  {
    id: 'endsOn',
    header: t('review.last-day'),
    sortable: true,
    align: 'end',
    cell: ({ endsOn }) => <LastDay day={endsOn} />,
  },
  {
    id: 'createdAt',
    header: t('access.granted-at'),
    sortable: true,
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
