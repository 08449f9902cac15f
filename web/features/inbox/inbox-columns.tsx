import type { TFunction } from 'i18next';
import type { InboxRow } from '#domain/inbox/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** A text with a second one under it that tells it apart. */
const Two = ({ first, second }: Readonly<{ first: string; second: string }>) => (
  <span className="grid min-w-0 max-w-full grid-cols-[minmax(0,1fr)] justify-items-start max-sm:justify-items-end sm:max-w-64">
    <bdi className="max-w-full truncate" title={first}>
      {first}
    </bdi>
    {second && (
      <bdi className="max-w-full truncate text-muted text-xs" title={second}>
        {second}
      </bdi>
    )}
  </span>
);

/** When something went on to others because its time was over, and to whom. */
const PassedOn = ({ at, to }: Readonly<{ at: InboxRow['escalatedAt']; to: InboxRow['escalatedTo'] }>) => {
  const t = useLazyTexts('inbox');
  const format = useFormat();
  if (!at) return null;
  return (
    // Takes the width of the line above, and does not widen the column.
    <span className="w-0 min-w-full whitespace-normal text-end text-muted text-xs">
      {t('inbox.escalated', { to: format.list(to.map((audience) => t(`inbox.to.${audience}`))) })}
      {' · '}
      <RelativeTime at={at} />
    </span>
  );
};

/** Returns the text of a kind: of access also whether it is to an API. */
const kindText = (t: TFunction, { kind, type }: Pick<InboxRow, 'kind' | 'type'>): string =>
  kind === 'access'
    ? t(type === 'event' ? 'inbox.kind.access-event' : 'inbox.kind.access-api')
    : t(`inbox.kind.${kind}`);

/** Returns what a row is about, and what tells it apart. A review has a number and a count, no name. */
const aboutOf = (t: TFunction, { kind, subject, detail }: InboxRow): Readonly<{ first: string; second: string }> =>
  kind === 'review'
    ? {
        first: t('inbox.review-of', { number: subject }),
        second: t('inbox.review-waits', { count: Number(detail) }),
      }
    : { first: subject, second: detail };

/** `id` is the field that the server sorts by. */
export const inboxColumns = (t: TFunction, onOpen: (row: InboxRow) => void): readonly Column<InboxRow>[] => [
  {
    id: 'subject',
    header: t('inbox.about'),
    sortable: true,
    cell: (row) => (
      <Button
        variant="link"
        className="max-w-full whitespace-normal text-start text-table"
        aria-label={t('inbox.open', { kind: kindText(t, row), subject: aboutOf(t, row).first })}
        onClick={() => onOpen(row)}
      >
        <Two {...aboutOf(t, row)} />
      </Button>
    ),
  },
  { id: 'kind', header: t('inbox.kind-label'), sortable: true, cell: (row) => kindText(t, row) },
  {
    id: 'asker',
    header: t('inbox.asked-by'),
    sortable: true,
    cell: ({ asker, organization }) => <Two first={asker || t('common.product')} second={organization} />,
  },
  {
    id: 'reason',
    header: t('access.reason'),
    cell: ({ reason }) =>
      reason ? (
        <bdi title={reason} className="sm:max-w-40">
          {reason}
        </bdi>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    id: 'since',
    header: t('inbox.since'),
    sortable: true,
    align: 'end',
    cell: ({ since }) => <RelativeTime at={since} />,
  },
  {
    id: 'due',
    header: t('inbox.due'),
    sortable: true,
    align: 'end',
    cell: ({ due, overdue, escalatedAt, escalatedTo }) =>
      overdue ? (
        <span className="inline-grid justify-items-end gap-0.5 py-1">
          <span className="flex flex-wrap items-center justify-end gap-x-2">
            <Badge tone="danger">{t('inbox.overdue')}</Badge>
            <RelativeTime at={due} />
          </span>
          <PassedOn at={escalatedAt} to={escalatedTo} />
        </span>
      ) : (
        <RelativeTime at={due} />
      ),
  },
];
