import type { TFunction } from 'i18next';
import type { AccessGrantRow } from '#domain/access/schema.ts';
import type { Column } from '../../components/table/column.ts';

/** The first columns of requests and grants. `t` is the one of the lazy texts. `id` is the field that the server sorts by. */
export const pairColumns = <
  Row extends Pick<
    AccessGrantRow,
    'id' | 'type' | 'productId' | 'apiName' | 'apiOrganizationName' | 'organizationId' | 'organizationName'
  >,
>(
  t: TFunction,
): readonly Column<Row>[] => [
  { id: 'id', header: t('access.id'), sortable: true, cell: ({ id }) => id },
  { id: 'type', header: t('access.type'), cell: ({ type }) => t(`review.type.${type}`) },
  {
    id: 'apiName',
    header: t('review.product'),
    sortable: true,
    named: ({ type, productId, apiName, apiOrganizationName }) => ({
      id: `${type} ${productId}`,
      name: apiName,
      texts: [apiOrganizationName],
    }),
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
    named: ({ organizationId, organizationName }) => ({ id: organizationId, name: organizationName, texts: [] }),
    cell: ({ organizationName }) => <bdi title={organizationName}>{organizationName}</bdi>,
  },
];
