import type { TFunction } from 'i18next';
import type { AccessGrantRow } from '#domain/access/schema.ts';
import type { Column } from '#web/components/data-table/column.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';

/** `id` is what the server sorts by. */
export const grantColumns = (t: TFunction): readonly Column<AccessGrantRow>[] => [
  {
    id: 'apiName',
    header: t('access.api'),
    sortable: true,
    cell: ({ apiName }) => (
      <bdi title={apiName} className="font-medium">
        {apiName}
      </bdi>
    ),
  },
  {
    id: 'organizationName',
    header: t('access.organization'),
    sortable: true,
    cell: ({ organizationName }) => <bdi title={organizationName}>{organizationName}</bdi>,
  },
  { id: 'createdBy', header: t('access.granted-by'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  { id: 'keys', header: t('access.keys'), sortable: true, align: 'end', cell: ({ keys }) => keys },
  {
    id: 'createdAt',
    header: t('access.granted-at'),
    sortable: true,
    align: 'end',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];
