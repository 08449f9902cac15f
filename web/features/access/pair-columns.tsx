import type { TFunction } from 'i18next';
import type { Column } from '../../components/table/column.ts';

/** The first columns of requests and grants. `id` is the field that the server sorts by. */
export const pairColumns = <
  Row extends Readonly<{ id: number; type: string; apiName: string; organizationName: string }>,
>(
  t: TFunction,
): readonly Column<Row>[] => [
  { id: 'id', header: t('access.id'), sortable: true, cell: ({ id }) => id },
  { id: 'type', header: t('access.type'), cell: ({ type }) => type },
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
