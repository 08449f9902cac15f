import type { TFunction } from 'i18next';
import type { AccessRequestRow } from '#domain/access/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { Column } from '../../components/table/column.ts';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { pairColumns } from './pair-columns.tsx';
import { RequestStatusDot } from './request-status-dot.tsx';

/** `id` is the field that the server sorts by. */
export const requestColumns = (t: TFunction): readonly Column<AccessRequestRow>[] => [
  ...pairColumns<AccessRequestRow>(t),
  {
    id: 'lastname',
    header: t('access.requested-by'),
    sortable: true,
    named: ({ createdBy, firstname, lastname, email = '' }) => ({
      id: createdBy,
      name: fullNameOf(firstname, lastname),
      texts: [email],
    }),
    cell: ({ firstname, lastname }) => <bdi>{fullNameOf(firstname, lastname)}</bdi>,
  },
  {
    id: 'reason',
    header: t('access.reason'),
    cell: ({ reason }) =>
      reason ? (
        <bdi title={reason} className="sm:max-w-64">
          {reason}
        </bdi>
      ) : (
        <span className="text-muted">{t('access.no-reason')}</span>
      ),
  },
  {
    id: 'status',
    header: t('access.state'),
    sortable: true,
    cell: ({ status }) => <RequestStatusDot status={status} />,
  },
  {
    id: 'createdAt',
    header: t('access.requested-at'),
    sortable: true,
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
