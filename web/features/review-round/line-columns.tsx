import type { TFunction } from 'i18next';
import type { ReviewLineRow } from '#domain/review-round/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { roleWords } from '../user/shared/role-words.ts';
import { LineState } from './state-dot.tsx';

/** Returns what a line is about beside its name: which role, or which key. */
export const detailOf = (t: TFunction, { role, nickname }: ReviewLineRow): string =>
  role ? t(roleWords[role]) : nickname;

const LastUse = ({ t, line: { lastUsed, measured, unused } }: Readonly<{ t: TFunction; line: ReviewLineRow }>) => (
  <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
    {unused && <Badge tone="warning">{t('review-rounds.unused')}</Badge>}
    {lastUsed ? (
      <RelativeTime at={lastUsed} />
    ) : (
      <span className="text-muted">{t(measured ? 'review-rounds.never' : 'review-rounds.not-measured')}</span>
    )}
  </span>
);

/** `id` is the field that the server sorts by. */
export const lineColumns = (t: TFunction): readonly Column<ReviewLineRow>[] => [
  {
    id: 'name',
    header: t('review-rounds.what'),
    sortable: true,
    cell: (line) => (
      <span className="grid min-w-0 max-w-full justify-items-start max-sm:justify-items-end sm:max-w-64">
        <bdi className="max-w-full truncate font-medium" title={line.name}>
          {line.name}
        </bdi>
        <span className="flex max-w-full items-center gap-1.5 text-muted text-xs">
          <bdi className="truncate" title={detailOf(t, line)}>
            {detailOf(t, line)}
          </bdi>
          {line.environment && <EnvironmentTag environment={line.environment} />}
        </span>
      </span>
    ),
  },
  {
    id: 'kind',
    header: t('review-rounds.kind-label'),
    sortable: true,
    cell: ({ kind }) => t(`review-rounds.kind.${kind}`),
  },
  {
    id: 'organizationName',
    header: t('review-rounds.organization'),
    sortable: true,
    cell: ({ organizationName }) => <bdi title={organizationName}>{organizationName}</bdi>,
  },
  {
    id: 'givenAt',
    header: t('review-rounds.given'),
    sortable: true,
    align: 'end',
    cell: ({ givenAt }) => <RelativeTime at={givenAt} />,
  },
  {
    id: 'idleSince',
    header: t('review-rounds.last-used'),
    sortable: true,
    align: 'end',
    cell: (line) => <LastUse t={t} line={line} />,
  },
  {
    id: 'state',
    header: t('review-rounds.state-label'),
    cell: ({ verdict, reason, decidedBy }) => (
      <span className="grid min-w-0 justify-items-start max-sm:justify-items-end sm:max-w-48">
        <LineState verdict={verdict} />
        {reason && (
          <bdi
            className="max-w-full truncate text-muted text-xs"
            title={[decidedBy, reason].filter(Boolean).join(': ')}
          >
            {[decidedBy, reason].filter(Boolean).join(': ')}
          </bdi>
        )}
      </span>
    ),
  },
];
