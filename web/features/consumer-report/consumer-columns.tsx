import type { TFunction } from 'i18next';
import type { ConsumerReportRow } from '#domain/consumer-report/schema.ts';
import type { Column } from '../../components/table/column.ts';
import { EnvironmentTag } from '../../components/text/environment-tag.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { LastDay } from '../access/shared/last-day.tsx';

/** `id` is the field that the server sorts by. */
export const consumerColumns = (t: TFunction): readonly Column<ConsumerReportRow>[] => [
  {
    id: 'organization',
    header: t('requests.organization'),
    sortable: true,
    cell: ({ organization }) => (
      <bdi title={organization} className="font-medium">
        {organization}
      </bdi>
    ),
  },
  {
    id: 'api',
    header: t('requests.api'),
    sortable: true,
    cell: ({ api }) => <bdi title={api}>{api}</bdi>,
  },
  {
    id: 'nickname',
    header: t('consumer-list.nickname'),
    sortable: true,
    cell: ({ id, nickname }) => <bdi title={nickname}>{nickname || t('consumers.no-nickname', { id })}</bdi>,
  },
  {
    id: 'env',
    header: t('requests.env'),
    sortable: true,
    cell: ({ env }) => <EnvironmentTag environment={env} />,
  },
  {
    id: 'lastUsed',
    header: t('consumers.last-used'),
    sortable: true,
    align: 'end',
    cell: ({ lastUsed }) =>
      lastUsed === null ? (
        <span className="text-muted">{t('consumers.never-used')}</span>
      ) : (
        <RelativeTime at={lastUsed} />
      ),
  },
  {
    id: 'endsOn',
    header: t('consumer-list.last-day'),
    sortable: true,
    align: 'end',
    cell: ({ endsOn }) => <LastDay day={endsOn} />,
  },
  {
    id: 'date',
    header: t('consumer-list.date'),
    sortable: true,
    align: 'end',
    cell: ({ date }) => <RelativeTime at={date} />,
  },
];
