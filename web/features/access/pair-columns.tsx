import type { TFunction } from 'i18next';
import type { Column } from '../../components/table/column.ts';

/** The first columns of requests and grants: API and organization. `id` is the field that the server sorts by. */
export const pairColumns = <Row extends Readonly<{ apiName: string; organizationName: string }>>(
  t: TFunction,
): readonly Column<Row>[] => [
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
];
