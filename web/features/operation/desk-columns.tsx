import type { TFunction } from 'i18next';
import type { CauseRow } from '#domain/operation/desk.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { StatusDot } from '../../components/text/status-dot.tsx';
import { Button } from '../../components/ui/button.tsx';
import type { useErrorText } from '../../i18n/error-text.ts';
import type { useFormat } from '../../i18n/format.ts';
import { causeNext, causeReach, causeTitle, standingOf, tones } from './cause-words.ts';

type Ways = Readonly<{
  errorText: ReturnType<typeof useErrorText>;
  format: ReturnType<typeof useFormat>;
  openId: string | undefined;
  onOpen: (id: string) => void;
}>;

/** The columns of the desk. `id` is the field that the server sorts by. */
export const deskColumns = (t: TFunction, { errorText, format, openId, onOpen }: Ways): readonly Column<CauseRow>[] => [
  {
    id: 'cause',
    header: t('desk.cause'),
    cell: (row) => (
      <span className="grid justify-items-start gap-0.5 py-1.5">
        <Button
          variant="link"
          className="h-auto max-w-full whitespace-normal text-start text-table"
          aria-expanded={row.id === openId}
          onClick={() => onOpen(row.id)}
        >
          {causeTitle(row, { t, errorText })}
        </Button>
        <span className="text-muted text-xs">{format.list(row.kinds.map((kind) => t(`operations.kind.${kind}`)))}</span>
        {row.holder && (
          <span className="text-muted text-xs">
            {t('desk.has-it')}: <bdi>{row.holder.name}</bdi>
          </span>
        )}
        {row.muted && (
          <span className="whitespace-normal text-muted text-xs">
            {row.removals > 0
              ? t('desk.mute-removals', { number: row.removals })
              : t('desk.muted-until', {
                  when: format.dateTime(row.muted.until),
                  who: row.muted.by || t('common.product'),
                  reason: row.muted.reason,
                })}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'state',
    header: t('operations.state-label'),
    sortable: true,
    cell: (row) => (
      <StatusDot tone={tones[standingOf(row)]} pulse={standingOf(row) !== 'failed'}>
        {t(`desk.filter-${standingOf(row)}`)}
      </StatusDot>
    ),
  },
  { id: 'resource', header: t('desk.resource'), cell: ({ resource }) => <bdi>{resource ?? '–'}</bdi> },
  {
    id: 'count',
    header: t('desk.count'),
    sortable: true,
    cell: (row) => (
      <span className="grid justify-items-start gap-0.5">
        <span className="flex items-center gap-2 tabular-nums">
          {format.number(row.count)}
          {row.inProd > 0 && <EnvironmentTag environment="PROD" />}
        </span>
        <span className="whitespace-normal text-muted text-xs">{causeReach(row, { t, format })}</span>
      </span>
    ),
  },
  {
    id: 'next',
    header: t('desk.next'),
    cell: (row) => <span className="block whitespace-normal py-1.5">{causeNext(row, { t, format })}</span>,
  },
  {
    id: 'newestAt',
    header: t('desk.newest'),
    sortable: true,
    align: 'end',
    cell: ({ newestAt }) => <RelativeTime at={newestAt} />,
  },
];
