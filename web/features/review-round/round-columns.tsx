import type { TFunction } from 'i18next';
import { Link } from 'wouter';
import type { ReviewRoundRow } from '#domain/review-round/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import type { useFormat } from '../../i18n/format.ts';
import { ReviewProgress } from './progress.tsx';
import { reviewAddress } from './shared/address.ts';
import { titleOf } from './title.ts';

/** Returns whether an open round should have been decided by now. */
export const isOverdue = ({ closedAt, dueAt }: ReviewRoundRow, now = Date.now()): boolean =>
  closedAt === null && Date.parse(dueAt) < now;

/** `id` is the field that the server sorts by. */
export const roundColumns = (t: TFunction, format: ReturnType<typeof useFormat>): readonly Column<ReviewRoundRow>[] => [
  {
    id: 'round',
    header: t('review-rounds.review'),
    cell: (round) => (
      <Link href={reviewAddress(round.id)} className="font-medium text-accent-text hover:underline">
        {titleOf(t, format, round)}
      </Link>
    ),
  },
  {
    id: 'organization',
    header: t('review-rounds.organization'),
    cell: ({ organization }) => (organization ? <bdi>{organization.name}</bdi> : t('review-rounds.all-organizations')),
  },
  {
    id: 'state',
    header: t('review-rounds.state-label'),
    cell: ({ closedAt }) =>
      closedAt === null ? (
        <StatusDot tone="warning">{t('review-rounds.open')}</StatusDot>
      ) : (
        <StatusDot tone="neutral">{t('review-rounds.closed')}</StatusDot>
      ),
  },
  { id: 'progress', header: t('review-rounds.progress'), cell: (round) => <ReviewProgress round={round} /> },
  {
    id: 'startedAt',
    header: t('review-rounds.started'),
    sortable: true,
    align: 'end',
    cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
  },
  {
    id: 'dueAt',
    header: t('review-rounds.due'),
    sortable: true,
    align: 'end',
    cell: (round) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 tabular-nums">
        {isOverdue(round) && <Badge tone="danger">{t('review-rounds.overdue')}</Badge>}
        {format.day(round.dueAt.slice(0, 10))}
      </span>
    ),
  },
];
